// Numbers as a person reads them: the digits that were sent, never others.
(() => {
  "use strict";
  const mcpData = (globalThis.McpData ??= {});
  const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
  const formats = new Map();

  function format(locale, decimals) {
    const key = `${locale} ${decimals}`;
    if (!formats.has(key)) {
      const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, numberingSystem: "latn" };
      formats.set(key, new Intl.NumberFormat(locale, options));
    }
    return formats.get(key);
  }

  const written = { group: () => "", decimal: () => ".", minusSign: () => "-" };

  /** The digits that formatted parts hold, written as JSON would. */
  const digitsOf = (parts) => parts.map(({ type, value }) => (written[type] ?? (() => value))()).join("");

  /** Whether a cell is a number: one of JSON, or one whose digits are too many for JavaScript. */
  mcpData.isNumber = (cell) => typeof cell === "number" || (typeof cell === "string" && DECIMAL.test(cell));

  /** Whether all of these, but for gaps, may be years, which nobody groups: integers from 1000 to 2999. */
  mcpData.areYears = (cells) => cells.every((cell) => (cell ?? null) === null || (Number.isInteger(cell) && cell >= 1000 && cell < 3000));

  /** Returns how a person reads the numbers of a column or an axis, given a number and a locale. */
  mcpData.speller = (cells) => (mcpData.areYears(cells) ? mcpData.plain : mcpData.number);

  /** A number in the signs of a locale, if that leaves every digit as it is; else its digits. */
  mcpData.number = (value, locale) => {
    const digits = String(value);
    const [mantissa, exponent] = digits.split("e");
    if (exponent) return `${mcpData.number(mantissa, locale)}e${exponent}`;
    if (digits.length < 4 && !digits.includes(".")) return digits;
    if (!DECIMAL.test(digits)) return digits;
    try {
      const parts = format(locale, digits.split(".")[1]?.length ?? 0).formatToParts(digits);
      return digitsOf(parts) === digits ? parts.map((part) => part.value).join("") : digits;
    } catch {
      // A locale that this browser does not know, or more decimals than it can write.
      return digits;
    }
  };

  /** Orders two numbers, exactly: floats cannot tell long digits apart. */
  mcpData.compareNumbers = (left, right) => {
    const rough = Number(left) - Number(right);
    if ((rough !== 0 && !Number.isNaN(rough)) || (typeof left === "number" && typeof right === "number")) return rough;
    if (![left, right].every((value) => DECIMAL.test(value))) return 0;
    const parts = [left, right].map((value) => String(value).split("."));
    const decimals = Math.max(...parts.map(([, fraction = ""]) => fraction.length));
    const [a, b] = parts.map(([integer, fraction = ""]) => BigInt(integer + fraction.padEnd(decimals, "0")));
    return a < b ? -1 : a > b ? 1 : 0;
  };

  /**
   * Shares of a whole in per cent with one decimal, which add up to 100.0: what rounding down leaves
   * over goes to the largest remainders (Hamilton's method). A whole of nothing has shares of nothing.
   */
  mcpData.shares = (values) => {
    const parts = values.map((value) => Math.max(Number(value) || 0, 0));
    const whole = parts.reduce((sum, part) => sum + part, 0);
    if (!(whole > 0)) return values.map(() => 0);
    const exact = parts.map((part) => (part / whole) * 1000);
    const shares = exact.map(Math.floor);
    const order = exact.map((_, index) => index).sort((a, b) => exact[b] - shares[b] - (exact[a] - shares[a]) || a - b);
    let left = 1000 - shares.reduce((sum, share) => sum + share, 0);
    for (let turn = 0; left > 0; turn++, left--) shares[order[turn % order.length]]++;
    return shares.map((share, index) => (values[index] === null ? null : share / 10));
  };
})();
