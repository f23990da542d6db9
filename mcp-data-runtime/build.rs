//! Takes Chart.js from an npm install in the viewer's folder, where someone made one (`docs/viewer.md`
//! says how), so that the viewer needs no network.

use std::{env, fs, path::Path};

fn main() {
    let installed = Path::new("src/viewer/node_modules/chart.js/dist/chart.umd.min.js");
    println!("cargo::rerun-if-changed=build.rs");
    // The folder, not the file: a file that is not there would count as changed at every build.
    println!("cargo::rerun-if-changed=src/viewer");
    let text = fs::read_to_string(installed).unwrap_or_default();
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("chart.js"), text).expect("OUT_DIR can be written to");
}
