const bars = Array.from({ length: 9 }, (_, index) => ({ x: 44 + index * 42, y: 268 - index * 19, opacity: 0.1 + index * 0.04 }))
const lines = [82, 144, 206, 268]

/** The one drawing of the product: a line of sight across the tops of bars. */
export function SightIllustration() {
  return (
    <svg
      width="100%"
      height="100%"
      viewBox="0 0 452 372"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      style={{ display: 'block' }}
    >
      <g stroke="var(--sl-line)">
        {lines.map((y) => (
          <path key={y} d={`M28 ${y + 0.5}H424`} />
        ))}
        <path d="M28 326.5H424" stroke="var(--sl-line-2)" />
      </g>
      {bars.map(({ x, y, opacity }) => (
        <path
          key={x}
          d={`M${x} ${y + 13} L${x + 26} ${y + 1} V322 a4 4 0 0 1 -4 4 H${x + 4} a4 4 0 0 1 -4 -4Z`}
          fill="var(--sl-c1)"
          opacity={opacity}
        />
      ))}
      <path d="M26 284 L414 108" stroke="var(--sl-c1)" strokeWidth="2" strokeLinecap="round" />
      <circle cx="414" cy="108" r="5" fill="var(--sl-surface)" stroke="var(--sl-c1)" strokeWidth="2" />
      <circle cx="26" cy="284" r="4" fill="var(--sl-signal)" />
      <g transform="translate(262 24)">
        <rect width="150" height="44" rx="8" fill="var(--sl-raised)" stroke="var(--sl-line)" />
        <text x="12" y="18" fontSize="11" fill="var(--sl-text-3)">
          On-time departures
        </text>
        <text x="12" y="35" fontSize="14" fontWeight="600" fill="var(--sl-text)">
          79.4%
        </text>
        <text x="62" y="35" fontSize="11" fontWeight="550" fill="var(--sl-ok)">
          +1.6 pt
        </text>
      </g>
    </svg>
  )
}
