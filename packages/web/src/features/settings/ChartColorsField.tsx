import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, CloseButton, Select } from '@mantine/core'
import { useState } from 'react'
import { ColorField } from '../../visualizations/ColorField.tsx'
import styles from './ChartColorsField.module.css'
import {
  choiceOf,
  colorChoices,
  colorsFor,
  colorsProblem,
  contrastHint,
  MAX_COLORS,
  MIN_COLORS,
  nextColor,
} from './chart-colors.ts'

interface ChartColorsFieldProps {
  colors: readonly string[]
  onChange(colors: string[]): void
}

/** The automatic colors of charts: those of the product, or own ones in their order. */
export function ChartColorsField({ colors, onChange }: ChartColorsFieldProps) {
  const [choice, setChoice] = useState(() => choiceOf(colors))
  const problem = colorsProblem(colors)
  return (
    <div className={styles.field}>
      <Select
        label={t`Chart colors`}
        description={t`The automatic colors of charts, in their order. Charts with chosen colors keep them.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={colorChoices}
        value={choice}
        error={problem}
        onChange={(chosen) => {
          if (chosen === null) return
          setChoice(chosen)
          onChange(colorsFor(chosen, colors))
        }}
        allowDeselect={false}
      />
      {choice === 'own' && (
        <>
          <ol className={styles.colors} aria-label={t`Own chart colors`}>
            {colors.map((color, at) => {
              const hint = contrastHint(color)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a color is identified by its place
                <li key={at}>
                  <ColorField
                    label={t`series ${at + 1}`}
                    value={color}
                    automatic={null}
                    onChange={(chosen) => chosen !== null && onChange(colors.with(at, chosen))}
                  />
                  {hint !== null && <span className={styles.hint}>{hint}</span>}
                  <CloseButton
                    aria-label={t`Remove color ${at + 1}`}
                    disabled={colors.length <= MIN_COLORS}
                    onClick={() => onChange(colors.filter((_, place) => place !== at))}
                  />
                </li>
              )
            })}
          </ol>
          <Button
            variant="default"
            size="sm"
            className={styles.add}
            disabled={colors.length >= MAX_COLORS}
            onClick={() => onChange([...colors, nextColor(colors)])}
          >
            <Trans>Add Color</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
