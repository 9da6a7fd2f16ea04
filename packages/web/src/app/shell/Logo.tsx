/** The mark: three bars whose tops are cut by one line of sight. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false" style={{ display: 'block' }}>
      <rect x="1" y="1" width="22" height="22" rx="6" fill="#2B59D1" />
      <path
        d="M5.2 15.9 8.6 13.4V18a.8.8 0 0 1-.8.8H6a.8.8 0 0 1-.8-.8Z M10.3 12.15 13.7 9.65V18a.8.8 0 0 1-.8.8H11.1a.8.8 0 0 1-.8-.8Z M15.4 8.4 18.8 5.9V18a.8.8 0 0 1-.8.8H16.2a.8.8 0 0 1-.8-.8Z"
        fill="#fff"
      />
    </svg>
  )
}
