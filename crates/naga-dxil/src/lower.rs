//! Lowers naga's IR to DXIL with [`dxil::emit`].

mod math;
mod numeric;
