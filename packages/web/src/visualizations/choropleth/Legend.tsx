import type { ChoroplethOptions } from './options.ts'
import { type ValueClass, valueText } from './prepare.ts'
import styles from './Renderer.module.css'

/** Which colour stands for which values, the greatest first. */
export function Legend({ classes, options }: { classes: readonly ValueClass[]; options: ChoroplethOptions }) {
  const { position, alignText } = options.legend
  return (
    <ul className={styles.legend} aria-label="Legend" data-position={position} style={{ '--align': alignText }}>
      {classes.toReversed().map(({ color, low, high }) => (
        <li key={high} className={styles.class}>
          <span className={styles.swatch} style={{ '--swatch': color }} aria-hidden />
          <span className={styles.range}>
            {low === high ? valueText(high, options) : `${valueText(low, options)} – ${valueText(high, options)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
