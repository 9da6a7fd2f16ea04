import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { SwitchRow } from '../../SwitchRow.tsx'
import { laterRedraw } from '../custom/later-redraw.ts'
import type { ChartOptions } from '../options.ts'
import styles from './CodeFields.module.css'

/** The code of a custom chart, and how it is run. */
export function CodeFields({
  options,
  onChange,
}: {
  options: Pick<ChartOptions, 'customCode' | 'enableConsoleLogs' | 'autoRedraw'>
  onChange(patch: Partial<ChartOptions>): void
}) {
  const [code, setCode] = useState(options.customCode)
  const report = useRef(onChange)
  report.current = onChange
  const [later] = useState(() => laterRedraw((customCode) => report.current({ customCode })))
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
          setCode(event.currentTarget.value)
          later.typed(event.currentTarget.value, options.autoRedraw)
        }}
        // Nothing that was typed is lost when it is saved.
        onBlur={() => later.now()}
      />
      {!options.autoRedraw && (
        <Button variant="default" onClick={() => later.now()}>
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
