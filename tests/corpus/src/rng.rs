//! Random choices that a seed repeats.

/// A generator of random numbers: splitmix64, which any seed starts well.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// Returns the choices of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns any number.
    pub fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below another.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).expect("64 bits");
        usize::try_from(self.any() % end).expect("below an usize")
    }

    /// Returns true once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Returns an integer of a range, its ends more often than others.
    pub fn between(&mut self, least: i128, most: i128) -> i128 {
        match self.below(6) {
            0 => least,
            1 => most,
            2 => (least.max(0)).min(most),
            _ => {
                let width = most.saturating_sub(least).saturating_add(1).max(1);
                least + i128::from(self.any() >> 1) % width
            }
        }
    }
}
