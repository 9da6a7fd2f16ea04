import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { dateKindOf } from '@sightline/domain/parameters/dates.ts'
import { dynamicValues } from '@sightline/domain/parameters/dynamic.ts'
import { dynamicText } from '@sightline/domain/parameters/dynamic-text.ts'
import { wallClock } from '@sightline/domain/parameters/wall-clock.ts'
import { type KeyboardEvent, useState } from 'react'
import { keyInLine } from '../../language/direction.ts'
import { useCalendarProps } from '../calendar-props.ts'
import { useClock } from '../time-zone.tsx'
import { AS_SHEETS } from './as-sheets.ts'
import { type Dates, datesOf, dayOf, firstMonth, isReversed, onDays } from './calendar-dates.ts'
import styles from './DatesPanel.module.css'
import type { ControlProps } from './options.ts'
import { TypedDate } from './TypedDate.tsx'

interface DatesPanelProps extends Pick<ControlProps, 'title' | 'definition' | 'value' | 'dateFormat' | 'onChange'> {
  /** Called when a choice is complete. */
  onDone(): void
}

/** A date or a range of dates: dynamic values at the left, beside them inputs to type dates in and a calendar to choose them from. */
export function DatesPanel({ title, definition, value, dateFormat, onChange, onDone }: DatesPanelProps) {
  const isNarrow = useMediaQuery(AS_SHEETS, false, { getInitialValueInEffect: false })
  const hasRoomForTwo = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false })
  const now = useClock()()
  const calendarProps = useCalendarProps()
  const { isRange = false, precision = 'day' } = dateKindOf(definition) ?? {}
  const months = isRange && !isNarrow && hasRoomForTwo ? 2 : 1
  const dates = datesOf(definition, value, now)
  // A range with one end, or one that ends before it starts, is not a value yet.
  const [draft, setDraft] = useState<Dates | null>(null)
  const shown = draft ?? dates
  const today = wallClock(now).format('YYYY-MM-DD')
  const [month, setMonth] = useState(firstMonth(shown, today, months))

  const take = (next: Dates) => {
    const isValue = next.every((date) => date !== null) && !isReversed(next)
    setDraft(isValue ? null : next)
    if (isValue) onChange(isRange ? { start: next[0], end: next[1] } : next[0])
    return isValue
  }
  const type = (index: number, date: string) => {
    const next = shown.with(index, date)
    take(next)
    setMonth(firstMonth([date], today, index + 1 === months ? months : 1))
  }
  const pick = (days: Dates) => {
    // A time of day may still be typed, so only a choice of days completes a value.
    if (take(onDays(days, dates, precision)) && precision === 'day') onDone()
  }
  const calendar = {
    ...calendarProps,
    numberOfColumns: months,
    columnsToScroll: 1,
    date: month,
    onDateChange: setMonth,
    classNames: { day: styles.day, weekday: styles.weekday },
  }
  const [start = null, end = null] = shown.map(dayOf)
  return (
    <div className={styles.panel} data-narrow={isNarrow || undefined}>
      <DynamicList
        title={title}
        definition={definition}
        value={value}
        onChange={(key) => {
          setDraft(null)
          onChange(key)
          onDone()
        }}
      />
      <div className={styles.dates}>
        <div className={styles.inputs}>
          {shown.map((date, index) => (
            <TypedDate
              // biome-ignore lint/suspicious/noArrayIndexKey: the two ends of a range keep their places.
              key={index}
              label={isRange ? (index === 0 ? t`Start` : t`End`) : t`Date`}
              date={date}
              precision={precision}
              dateFormat={dateFormat}
              isFirst={index === 0 && !isNarrow}
              onType={(typed) => type(index, typed)}
            />
          ))}
        </div>
        {isReversed(shown) && (
          <p className={styles.problem} role="alert">
            <Trans>The end is before the start.</Trans>
          </p>
        )}
        {isRange ? (
          <DatePicker
            {...calendar}
            type="range"
            allowSingleDateInRange
            value={isReversed(shown) ? [null, null] : [start, end]}
            onChange={pick}
          />
        ) : (
          <DatePicker {...calendar} value={start} onChange={(day) => pick([day])} />
        )}
      </div>
    </div>
  )
}

/** The dynamic values, such as this month, with the dates that they have now. The arrow keys move between them. */
function DynamicList({
  title,
  definition,
  value,
  onChange,
}: Pick<DatesPanelProps, 'title' | 'definition' | 'value'> & { onChange(key: string): void }) {
  const now = useClock()()
  const values = dynamicValues(definition).filter(({ key, isOffered }) => isOffered || key === value)
  const reached = Math.max(
    0,
    values.findIndex(({ key }) => key === value),
  )
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[keyInLine(event.key)]
    if (step === undefined || at === -1) return
    event.preventDefault()
    buttons.at((at + step) % buttons.length)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a scrolling row everywhere.
    <div role="group" aria-label={t`Dynamic values of ${title}`} className={styles.dynamicValues} onKeyDown={move}>
      {values.map(({ key, label }, index) => (
        <UnstyledButton
          key={key}
          className={styles.dynamicValue}
          aria-pressed={key === value}
          tabIndex={index === reached ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {label()} <span>{dynamicText(definition, key, now)}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}
