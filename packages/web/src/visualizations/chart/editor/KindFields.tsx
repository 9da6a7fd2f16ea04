import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NumberInput, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { CODE_DEBOUNCE_MS, useDebounced } from '../../debounce.ts'
import { SwitchRow } from '../../EditorFields.tsx'
import { FieldPair } from '../../EditorTabs.tsx'
import type { EditorProps } from '../../visualization.ts'
import { aggregationOf } from '../grouped.ts'
import { canStack } from '../kinds.ts'
import type { ChartOptions } from '../options.ts'
import styles from './KindFields.module.css'

const lineShapes = [
  { value: 'linear', label: t`Straight` },
  { value: 'spline', label: t`Smooth` },
  { value: 'hv', label: t`Step after` },
  { value: 'vh', label: t`Step before` },
]
const stackings = [
  { value: '', label: t`Disabled` },
  { value: 'stack', label: t`Stack` },
]
const aggregationChoices = [
  { value: 'none', label: t`None: show each row` },
  { value: 'sum', label: t`Sum` },
  { value: 'avg', label: t`Average` },
  { value: 'min', label: t`Minimum` },
  { value: 'max', label: t`Maximum` },
  { value: 'count', label: t`Count of rows` },
]
const directions = [
  { value: 'counterclockwise', label: t`Counterclockwise` },
  { value: 'clockwise', label: t`Clockwise` },
]
const sizeModes = [
  { value: 'diameter', label: t`Diameter` },
  { value: 'area', label: t`Area` },
]

/** Options that only some kinds of chart have. */
export function KindFields({ options, onChange }: Pick<EditorProps<ChartOptions>, 'options' | 'onChange'>) {
  const kind = options.globalSeriesType
  if (kind === 'pie') {
    return (
      <FieldPair>
        <Select
          label={t`Direction`}
          data={directions}
          value={options.direction.type}
          onChange={(type) => type && onChange({ direction: { ...options.direction, type } })}
        />
        <NumberInput
          label={t`Slices Before “Others”`}
          placeholder="100"
          min={1}
          max={100}
          allowDecimal={false}
          value={options.maxSlices ?? ''}
          onChange={(value) => onChange({ maxSlices: typeof value === 'number' ? value : null })}
        />
      </FieldPair>
    )
  }
  if (kind === 'bubble') {
    return (
      <FieldPair>
        <Select
          label={t`Bubble Size Proportional To`}
          data={sizeModes}
          value={options.sizemode === 'area' ? 'area' : 'diameter'}
          onChange={(sizemode) => sizemode && onChange({ sizemode })}
        />
        <NumberInput
          label={t`Bubble Size Coefficient`}
          placeholder={t`Automatic`}
          min={0}
          value={options.coefficient ?? ''}
          onChange={(value) => onChange({ coefficient: typeof value === 'number' ? value : null })}
        />
      </FieldPair>
    )
  }
  if (!canStack(kind)) return null
  return (
    <>
      <Select
        label={t`Aggregate Rows with the Same X`}
        description={
          options.series.stacking !== null && aggregationOf(options) === null
            ? t`Stacked charts add up rows with the same X.`
            : undefined
        }
        data={aggregationChoices}
        value={aggregationOf(options) ?? 'none'}
        onChange={(aggregation) => aggregation && onChange({ aggregation })}
      />
      <FieldPair>
        <Select
          label={t`Stacking`}
          data={stackings}
          value={options.series.stacking ?? ''}
          onChange={(choice) => onChange({ series: { ...options.series, stacking: choice === 'stack' ? 'stack' : null } })}
        />
        {kind !== 'column' && (
          <Select
            label={t`Line Shape`}
            data={lineShapes}
            value={options.lineShape}
            onChange={(lineShape) => lineShape && onChange({ lineShape })}
          />
        )}
      </FieldPair>
    </>
  )
}

/** The code of a custom chart and its run options. */
export function CodeFields({
  options,
  onChange,
}: {
  options: Pick<ChartOptions, 'customCode' | 'enableConsoleLogs' | 'autoRedraw'>
  onChange(patch: Partial<ChartOptions>): void
}) {
  const [code, setCode] = useState(options.customCode)
  const later = useDebounced((customCode: string) => onChange({ customCode }), CODE_DEBOUNCE_MS)
  return (
    <>
      <Textarea
        label={t`Custom Code`}
        description={t`The body of a function of x, ys, element and Plotly.`}
        placeholder={PLACEHOLDER}
        classNames={{ input: styles.code }}
        autosize
        minRows={10}
        maxRows={24}
        spellCheck={false}
        value={code}
        onChange={(event) => {
          const typed = event.currentTarget.value
          setCode(typed)
          if (options.autoRedraw) later.schedule(typed)
          else later.hold(typed)
        }}
        // Applies pending input, so that saving includes it.
        onBlur={() => later.flush()}
      />
      {!options.autoRedraw && (
        <Button variant="default" onClick={() => later.flush()}>
          <Trans>Redraw</Trans>
        </Button>
      )}
      <SwitchRow
        label={t`Redraw while typing`}
        checked={options.autoRedraw}
        onChange={(autoRedraw) => onChange({ autoRedraw })}
      />
      <SwitchRow
        label={t`Show console logs`}
        checked={options.enableConsoleLogs}
        onChange={(enableConsoleLogs) => onChange({ enableConsoleLogs })}
      />
    </>
  )
}

const PLACEHOLDER = `const traces = Object.entries(ys).map(([name, y]) => ({ name, x, y }))
Plotly.newPlot(element, traces, {})`
