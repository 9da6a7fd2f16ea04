import { pathTo } from '../../api/url.ts'

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

interface OrganizationLogoProps {
  /** URL path of the logo. */
  url: string
  /** The name of the organization, for people who do not see the logo. */
  name: string
  /** The largest height in CSS pixels; a smaller image keeps its size. */
  height: number
  className?: string | undefined
}

/** The uploaded logo of the organization, at most six times as wide as high. */
export const OrganizationLogo = ({ url, name, height, className }: OrganizationLogoProps) => (
  <img
    src={pathTo(url)}
    alt={name}
    className={className}
    style={{ maxHeight: height, maxWidth: `min(100%, ${height * 6}px)` }}
  />
)
