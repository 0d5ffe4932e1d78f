//! Objects with a section replaced, for what no assembler writes. Separate from what is then tested.

use amdgpu_link::elf::Elf;

/// Where fields lie in a section header, and their sizes.
pub(crate) const KIND: (usize, usize) = (4, 4);
pub(crate) const OFFSET: (usize, usize) = (24, 8);
pub(crate) const SIZE: (usize, usize) = (32, 8);
pub(crate) const ENTRY_SIZE: (usize, usize) = (56, 8);

/// An object that is changed.
pub(crate) struct Object(pub(crate) Vec<u8>);

impl Object {
    /// Index of a section, and where its header lies.
    fn header(&self, name: &str) -> (usize, usize) {
        let elf = Elf::parse(&self.0).unwrap();
        let index = elf.sections.iter().position(|section| section.name == name).unwrap();
        let table = u64::from_le_bytes(self.0[40..48].try_into().unwrap());
        (index, usize::try_from(table).unwrap() + 64 * index)
    }

    /// A section's bytes.
    pub(crate) fn section(&self, name: &str) -> Vec<u8> {
        Elf::parse(&self.0).unwrap().sections[self.header(name).0].data.to_vec()
    }

    /// Sets a field of a section's header.
    pub(crate) fn set(mut self, name: &str, field: (usize, usize), value: u64) -> Self {
        let header = self.header(name).1;
        self.write(header, field, value);
        self
    }

    fn write(&mut self, header: usize, (at, size): (usize, usize), value: u64) {
        self.0[header + at..][..size].copy_from_slice(&value.to_le_bytes()[..size]);
    }

    /// Gives a section other bytes, at the end of the file.
    pub(crate) fn replace(mut self, name: &str, bytes: &[u8]) -> Self {
        self.0.resize(self.0.len().next_multiple_of(8), 0);
        let (offset, header) = (self.0.len() as u64, self.header(name).1);
        self.0.extend_from_slice(bytes);
        self.write(header, OFFSET, offset);
        self.write(header, SIZE, bytes.len() as u64);
        self
    }

    /// Has another document for its metadata.
    pub(crate) fn with_metadata(self, document: &[u8]) -> Self {
        let mut notes = Vec::new();
        amdgpu_link::note::write(&mut notes, amdgpu_link::note::METADATA, |data| {
            data.extend_from_slice(document)
        });
        self.replace(".note", &notes)
    }

    /// The same relocations with addends of their own, taken out of the code.
    pub(crate) fn with_addends(mut self) -> Self {
        let relocations = self.section(".rel.text");
        let elf = Elf::parse(&self.0).unwrap();
        let text = usize::try_from(elf.section_named(".text").unwrap().1.offset).unwrap();
        let mut records = Vec::new();
        for record in relocations.chunks(16) {
            let at = text + usize::try_from(u64::from_le_bytes(record[..8].try_into().unwrap())).unwrap();
            let in_place = i32::from_le_bytes(self.0[at..at + 4].try_into().unwrap());
            // Must not be counted as well.
            self.0[at..at + 4].copy_from_slice(&0xdead_beef_u32.to_le_bytes());
            records.extend_from_slice(record);
            records.extend_from_slice(&i64::from(in_place).to_le_bytes());
        }
        self.replace(".rel.text", &records).set(".rel.text", KIND, 4).set(".rel.text", ENTRY_SIZE, 24)
    }
}
