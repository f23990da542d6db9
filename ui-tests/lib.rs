//! Cases that must not compile, in `fail/`, and cases that must, in `pass/`; see `README.md`.
