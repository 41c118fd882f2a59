//! Pictures and what they are saved as.

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbImage, RgbaImage};
use std::io::{self, Seek, Write};
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

    /// Returns red, green and blue (sRGB) of all pixels, row by row from the top left.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0.into_raw()
    }

    /// Writes a PNG.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_png(&self, out: &mut (impl Write + Seek)) -> io::Result<()> {
        let written = self.0.write_to(out, image::ImageFormat::Png);
        written.map_err(io::Error::other)?;
        out.flush()
    }
}

/// An animated GIF that repeats for ever, while it is written.
pub struct Gif<W: Write> {
    encoder: GifEncoder<W>,
    delay: Delay,
}

impl<W: Write> Gif<W> {
    /// Begins a GIF in `out`; every picture stays for `seconds` (of a hundredth each). It ends when it
    /// is dropped.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: W, seconds: f64) -> io::Result<Self> {
        let mut encoder = GifEncoder::new_with_speed(out, SPEED);
        let repeat = encoder.set_repeat(Repeat::Infinite);
        repeat.map_err(io::Error::other)?;
        Ok(Self {
            encoder,
            delay: Delay::from_saturating_duration(Duration::from_secs_f64(seconds)),
        })
    }

    /// Appends a picture.
    ///
    /// # Errors
    /// Those of what it is written to.
    pub fn add(&mut self, picture: &Picture) -> io::Result<()> {
        let [width, height] = picture.size();
        let rgba = RgbaImage::from_fn(width, height, |x, y| {
            let [r, g, b] = picture.pixel(x, y);
            image::Rgba([r, g, b, 255])
        });
        let frame = Frame::from_parts(rgba, 0, 0, self.delay);
        self.encoder.encode_frame(frame).map_err(io::Error::other)
    }
}
