import { IconDatabase } from '@tabler/icons-react'
import styles from './TypeLogo.module.css'

interface TypeLogoProps {
  /** An SVG document; '' for none. */
  svg: string
  size?: 36 | 44
}

/** The logo of a type on a tile. It is drawn as a picture, in which no script can run. */
export function TypeLogo({ svg, size = 36 }: TypeLogoProps) {
  return (
    <span className={styles.tile} data-size={size} aria-hidden>
      {svg === '' ? (
        <IconDatabase size={20} stroke={1.75} />
      ) : (
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" />
      )}
    </span>
  )
}
