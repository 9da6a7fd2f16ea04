import { t } from '@lingui/core/macro'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import type { ChoroplethOptions } from './options.ts'
import type { ValueClass } from './prepare.ts'
import styles from './Renderer.module.css'
import { rangeText } from './words.ts'

interface LegendProps {
  classes: readonly ValueClass[]
  options: ChoroplethOptions
  marks: NumberMarks
}

/** The colour and value range of each class, the greatest first. */
export function Legend({ classes, options, marks }: LegendProps) {
  const { position, alignText } = options.legend
  return (
    <ul className={styles.legend} aria-label={t`Legend`} data-position={position} style={{ '--align': alignText }}>
      {classes.toReversed().map((one) => (
        <li key={one.high} className={styles.class}>
          <span className={styles.swatch} style={{ '--swatch': one.color }} aria-hidden />
          <span className={styles.range}>{rangeText(one, options, marks)}</span>
        </li>
      ))}
    </ul>
  )
}
