import type { NumberMarks } from '@sightline/domain/format/number.ts'
import type { ChoroplethOptions } from './options.ts'
import { type ValueClass, valueText } from './prepare.ts'
import styles from './Renderer.module.css'

interface LegendProps {
  classes: readonly ValueClass[]
  options: ChoroplethOptions
  marks: NumberMarks
}

/** The colour and value range of each class, the greatest first. */
export function Legend({ classes, options, marks }: LegendProps) {
  const { position, alignText } = options.legend
  const written = (value: number) => valueText(value, options, marks)
  return (
    <ul className={styles.legend} aria-label="Legend" data-position={position} style={{ '--align': alignText }}>
      {classes.toReversed().map(({ color, low, high }) => (
        <li key={high} className={styles.class}>
          <span className={styles.swatch} style={{ '--swatch': color }} aria-hidden />
          <span className={styles.range}>{low === high ? written(high) : `${written(low)} – ${written(high)}`}</span>
        </li>
      ))}
    </ul>
  )
}
