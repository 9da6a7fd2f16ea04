import type { ReactNode } from 'react'
import { TypeLogo } from '../TypeLogo.tsx'
import styles from './TypeCards.module.css'

/** Records of types, such as data sources, as cards side by side. */
export const TypeCards = ({ children }: { children: ReactNode }) => <ul className={styles.cards}>{children}</ul>

interface TypeCardProps {
  name: string
  type: string
  /** An SVG document; '' for none. */
  logo: string
  /** Makes the link that is the card. */
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

/** What stands for no cards. */
export const NoCards = ({ children }: { children: ReactNode }) => <div className={styles.empty}>{children}</div>
