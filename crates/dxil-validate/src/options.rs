//! What a caller may ask of the validator. Separate because containers and modules are validated with the same.

/// How to validate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options<'a> {
    /// The version of the validator whose rules are in force; otherwise that which the module names.
    pub validator_version: Option<(u32, u32)>,
    /// The root signature that the program must go with, as the payload of RTS0; otherwise that of the container.
    pub root_signature: Option<&'a [u8]>,
    /// Whether SYM0 and STR0 are parts that may stand in a container, and are looked at. The reference validator knows
    /// neither.
    pub symbols: bool,
}
