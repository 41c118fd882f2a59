//! Pictures and what they are saved as.

use crate::error::{Error, Result};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbImage, RgbaImage};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Speed of the choice of colours of a GIF, 1 (best) to 30.
const SPEED: i32 = 10;

/// A picture: red, green and blue, row by row from the top left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture(RgbImage);

impl Picture {
    pub(super) fn new(image: RgbImage) -> Self {
        Self(image)
    }

    /// Width and height, pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.0.width(), self.0.height()]
    }

    /// The colour of a pixel counted from the top left, sRGB.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        self.0.get_pixel(x, y).0
    }

    /// Writes a PNG file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_png(&self, path: &Path) -> Result<()> {
        let saved = self.0.save_with_format(path, image::ImageFormat::Png);
        saved.map_err(|e| unwritable(path, &e))
    }
}

/// An animated GIF that repeats for ever, while it is written.
pub struct GifFile {
    path: PathBuf,
    encoder: GifEncoder<BufWriter<File>>,
    delay: Delay,
}

impl GifFile {
    /// Creates the file at `path`; every picture stays for `seconds` (of a hundredth each).
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn create(path: &Path, seconds: f64) -> Result<Self> {
        let file = File::create(path).map_err(|e| unwritable(path, &e))?;
        let mut encoder = GifEncoder::new_with_speed(BufWriter::new(file), SPEED);
        let repeat = encoder.set_repeat(Repeat::Infinite);
        repeat.map_err(|e| unwritable(path, &e))?;
        Ok(Self {
            path: path.into(),
            encoder,
            delay: Delay::from_saturating_duration(Duration::from_secs_f64(seconds)),
        })
    }

    /// Appends a picture.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn add(&mut self, picture: &Picture) -> Result<()> {
        let [width, height] = picture.size();
        let rgba = RgbaImage::from_fn(width, height, |x, y| {
            let [r, g, b] = picture.pixel(x, y);
            image::Rgba([r, g, b, 255])
        });
        let frame = Frame::from_parts(rgba, 0, 0, self.delay);
        let added = self.encoder.encode_frame(frame);
        added.map_err(|e| unwritable(&self.path, &e))
    }
}

fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> Error {
    let field = path.display().to_string();
    let fix = "check the folder and the space left on the disk";
    Error::file(field, format!("cannot write: {error}"), fix)
}
