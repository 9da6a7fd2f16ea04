import { Input, UnstyledButton } from '@mantine/core'
import {
  IconChartArea,
  IconChartBar,
  IconChartBubble,
  IconChartCandle,
  IconChartDots,
  IconChartLine,
  IconChartPie2,
  IconCode,
  IconGrid4x4,
} from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { type ChartKind, kindOf, offeredKinds } from '../kinds.ts'
import styles from './KindPicker.module.css'

const icons = {
  line: IconChartLine,
  column: IconChartBar,
  area: IconChartArea,
  pie: IconChartPie2,
  scatter: IconChartDots,
  bubble: IconChartBubble,
  heatmap: IconGrid4x4,
  box: IconChartCandle,
  custom: IconCode,
}

interface KindPickerProps {
  value: string
  /** Whether custom charts are offered. */
  allowsCustomCode: boolean
  onChange(kind: ChartKind): void
}

/** The kinds of chart as cards; one is selected. */
export function KindPicker({ value, allowsCustomCode, onChange }: KindPickerProps) {
  const kinds = offeredKinds(allowsCustomCode, value)
  const current = kindOf(value)
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? -1
          : 0
    if (by === 0) return
    event.preventDefault()
    const at = kinds.findIndex(({ kind }) => kind === current)
    const next = kinds[(at + by + kinds.length) % kinds.length]
    if (!next) return
    onChange(next.kind)
    event.currentTarget.querySelector<HTMLElement>(`[data-kind="${next.kind}"]`)?.focus()
  }
  return (
    <Input.Wrapper label="Chart Type" labelElement="div">
      <div className={styles.kinds} role="radiogroup" aria-label="Chart Type" onKeyDown={step}>
        {kinds.map(({ kind, name }, index) => {
          const Icon = icons[kind]
          const isChosen = kind === current
          return (
            <UnstyledButton
              key={kind}
              className={styles.kind}
              data-kind={kind}
              role="radio"
              aria-checked={isChosen}
              tabIndex={isChosen || (current === null && index === 0) ? 0 : -1}
              onClick={() => onChange(kind)}
            >
              <Icon size={16} stroke={1.75} aria-hidden />
              {name}
            </UnstyledButton>
          )
        })}
      </div>
    </Input.Wrapper>
  )
}
