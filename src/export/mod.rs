//! A recording for other programs: animated glTF, rows of CSV, charts.
//!
//! Frames are taken one at a time and none is kept, so a recording may be longer than the memory.
