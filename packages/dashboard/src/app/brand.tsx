/** The product's mark and name. */
export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#1d4ed8" />
        <path
          d="M9 24V15a7 7 0 0 1 14 0v9M6 24h20M13 19h6"
          fill="none"
          stroke="#fff"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      Guichet
    </span>
  );
}
