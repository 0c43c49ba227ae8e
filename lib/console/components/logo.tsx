export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 16 16" aria-hidden="true">
      <path class="logo-shield" d="M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z" />
      <path class="logo-tick" d="M5 8l2.2 2.2L11 6.2" />
    </svg>
  );
}
