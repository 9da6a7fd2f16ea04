import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { CODE_DEBOUNCE_MS, useDebounced } from '../../debounce.ts'
import { SwitchRow } from '../../EditorFields.tsx'
import type { ChartOptions } from '../options.ts'
import styles from './CodeFields.module.css'

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
        label="Custom Code"
        description="The body of a function of x, ys, element and Plotly."
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
          Redraw
        </Button>
      )}
      <SwitchRow label="Redraw while typing" checked={options.autoRedraw} onChange={(autoRedraw) => onChange({ autoRedraw })} />
      <SwitchRow
        label="Show console logs"
        checked={options.enableConsoleLogs}
        onChange={(enableConsoleLogs) => onChange({ enableConsoleLogs })}
      />
    </>
  )
}

const PLACEHOLDER = `const traces = Object.entries(ys).map(([name, y]) => ({ name, x, y }))
Plotly.newPlot(element, traces, {})`
