import type { AnyVisualizationType } from '../visualization.ts'
import styles from './plug-in-icon.module.css'

/** The icon of a type as a mask, in the color of the text beside it: an image, in which no script can run. */
export function plugInIcon(svg: string): AnyVisualizationType['icon'] {
  const maskImage = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
  return ({ size = 24 }) => <span className={styles.icon} style={{ width: size, height: size, maskImage }} aria-hidden />
}
