//! Where the numbers of a GLB are, and its JSON while it grows.

use drystone::error::{Error, Result};
use gltf_json::accessor::{ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Target as ViewTarget, View};
use gltf_json::validation::{Checked::Valid, USize64};
use gltf_json::{Accessor, Index, Root};

/// The JSON and the buffer that it points into.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) root: Root,
    /// The beginning of the buffer.
    pub(super) fixed: Vec<u8>,
    /// Where the times and then, per moving body, the positions and the rotations begin, bytes
    /// from the beginning of the buffer.
    pub(super) streams: Vec<u64>,
    /// Length of the whole buffer, bytes.
    pub(super) length: u64,
}

impl Layout {
    /// Room for `count` values that are not known yet.
    pub(super) fn stream(&mut self, count: usize, kind: Type) -> Accessor {
        self.streams.push(self.length);
        let view = self.view(4 * (kind.multiplicity() * count) as u64, None);
        accessor(view, count, ComponentType::F32, kind)
    }

    /// Puts `bytes`, a multiple of four, into the buffer.
    pub(super) fn fixed(&mut self, bytes: &[u8], target: Option<ViewTarget>) -> Index<View> {
        self.fixed.extend(bytes);
        self.view(bytes.len() as u64, target)
    }

    fn view(&mut self, length: u64, target: Option<ViewTarget>) -> Index<View> {
        let offset = self.length;
        self.length += length;
        self.root.push(View {
            buffer: Index::new(0),
            byte_length: USize64(length),
            byte_offset: Some(USize64(offset)),
            byte_stride: None,
            name: None,
            target: target.map(Valid),
            extensions: None,
            extras: Default::default(),
        })
    }
}

/// `count` values of a whole view.
pub(super) fn accessor(
    view: Index<View>,
    count: usize,
    component: ComponentType,
    kind: Type,
) -> Accessor {
    Accessor {
        buffer_view: Some(view),
        byte_offset: None,
        count: USize64(count as u64),
        component_type: Valid(GenericComponentType(component)),
        type_: Valid(kind),
        min: None,
        max: None,
        name: None,
        normalized: false,
        sparse: None,
        extensions: None,
        extras: Default::default(),
    }
}

/// A place in the numbers of glTF, m.
pub(super) fn single(point: [f64; 3]) -> Result<[f32; 3]> {
    let out = point.map(|x| x as f32);
    if out.iter().all(|x| x.is_finite()) {
        return Ok(out);
    }
    let why = format!("{point:?} m is beyond the 32 bit numbers of glTF, which end at 3.4e38");
    Err(Error::file("glb", why, "use --csv"))
}
