"""Checks by Python's jsonschema that instances are valid or not, as the lines of corpora say.

A line is `{"name": str, "schema": a JSON Schema, "instance": any JSON, "valid": bool}`, and has
`"valid_without_formats": bool` where only a format decides, which this validator does not check. It counts
as one check a draft: the schema is a valid one, and the instance is valid or not.
"""

import argparse
import decimal
import json
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

from jsonschema import Draft7Validator, Draft202012Validator, SchemaError
from jsonschema.validators import extend

from checks import Checks

SHOWN_FAILURES = 20
# `multipleOf` divides: the quotient of the largest and the least double has 632 digits.
decimal.getcontext().prec = 1000


def is_integer(checker, value):
    return checker.is_type(value, "number") and value == int(value)


def exact(draft):
    """The draft for numbers read as decimals, where 1.0 and 1e2 are integers too."""
    return extend(draft, type_checker=draft.TYPE_CHECKER.redefine("integer", is_integer))


DRAFTS = {"draft 7": exact(Draft7Validator), "draft 2020-12": exact(Draft202012Validator)}
validators = {}


def check_line(text):
    """Checks one line under each draft; gives what failed, as (what, expected, came)."""
    line = json.loads(text, parse_float=Decimal, parse_constant=reject_constant)
    valid = line.get("valid_without_formats", line["valid"])
    schema, expected = repr(line["schema"]), "valid" if valid else "invalid"
    failures = []
    for draft in DRAFTS:
        try:
            if (schema, draft) not in validators:
                DRAFTS[draft].check_schema(line["schema"])
                validators[schema, draft] = DRAFTS[draft](line["schema"])
            error = next(validators[schema, draft].iter_errors(line["instance"]), None)
            if (error is None) != valid:
                failures.append((f"{line['name']}, {draft}", expected, describe(error) if error else "no error"))
        except SchemaError as error:
            failures.append((f"{line['name']}, {draft}", "a valid schema", describe(error)))
        except Exception as error:
            failures.append((f"{line['name']}, {draft}", expected, repr(error)[:500]))
    return failures


def reject_constant(name):
    raise ValueError(f"{name} is not JSON")


def describe(error):
    return f"{error.json_path}: {error.message[:500]}"


def check_corpus(checks, corpus, pool):
    empty = True
    with Path(corpus).open(encoding="utf-8") as lines:
        for failures in pool.map(check_line, lines, chunksize=200):
            empty = False
            checks.passed += len(DRAFTS) - len(failures)
            for what, expected, came in failures:
                if checks.failed < SHOWN_FAILURES:
                    checks.that(False, what, expected, came)
                else:
                    checks.failed += 1
    if empty:
        raise ValueError("the corpus has no lines")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpus", nargs="+", help="a file of JSON lines")
    checks = Checks()
    errors_for_warnings = {"initializer": warnings.simplefilter, "initargs": ("error",)}
    with ProcessPoolExecutor(mp_context=get_context("spawn"), **errors_for_warnings) as pool:
        for corpus in arguments.parse_args().corpus:
            title = f"python jsonschema {version('jsonschema')}, {Path(corpus).name}, {' and '.join(DRAFTS)}"
            with checks.section(title):
                check_corpus(checks, corpus, pool)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
