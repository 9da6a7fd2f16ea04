import { IconDatabase } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './TypeCards.module.css'

/** Records such as data sources as a grid of cards. */
export const TypeCards = ({ children }: { children: ReactNode }) => <ul className={styles.cards}>{children}</ul>

interface TypeCardProps {
  name: string
  type: string
  /** An SVG document; '' for none. */
  logo: string
  /** Renders the link that makes up the card. */
  link(className: string, content: ReactNode): ReactNode
}

export function TypeCard({ name, type, logo, link }: TypeCardProps) {
  const content = (
    <>
      <TypeLogo svg={logo} />
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span className={styles.type}>{type}</span>
      </span>
    </>
  )
  return <li>{link(styles.card ?? '', content)}</li>
}

/** Shown if there are no cards. */
export const NoCards = ({ children }: { children: ReactNode }) => <div className={styles.empty}>{children}</div>

interface TypeLogoProps {
  /** An SVG document; '' for none. */
  svg: string
  size?: 20 | 36 | 44
}

/** The logo of a type on a tile. It is rendered as an image, in which no script can run. */
export function TypeLogo({ svg, size = 36 }: TypeLogoProps) {
  return (
    <span className={styles.tile} data-size={size} aria-hidden>
      {svg === '' ? (
        <IconDatabase size={size === 20 ? 13 : 20} stroke={1.75} />
      ) : (
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" />
      )}
    </span>
  )
}
