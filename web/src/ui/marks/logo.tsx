/** The counter bell. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <path d="M7.5 20a8.5 8.5 0 0 1 17 0z" fill="var(--on-accent)" />
      <rect x="6" y="22.4" width="20" height="2.6" rx="1.3" fill="var(--on-accent)" />
      <circle cx="16" cy="8.6" r="1.9" fill="var(--on-accent)" />
    </svg>
  );
}
