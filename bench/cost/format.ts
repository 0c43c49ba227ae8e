/** Dollars with two decimals, or two figures below a cent. */
export function dollars(amount: number): string {
  if (amount !== 0 && Math.abs(amount) < 0.005) return `$${amount.toPrecision(2)}`;
  return `$${grouped(amount, 2)}`;
}

/** A number with so many decimals at most, and thousands apart. */
export function grouped(value: number, decimals = 0): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals > 1 ? decimals : 0,
    maximumFractionDigits: decimals,
  });
}

export const percent = (share: number) => `${grouped(share * 100, 0)} %`;
