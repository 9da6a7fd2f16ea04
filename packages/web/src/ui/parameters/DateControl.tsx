import '@mantine/dates/styles.layer.css'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { DateInput, DatePickerInput, DateTimePicker, type DayOfWeek } from '@mantine/dates'
import { dateKindOf, inputFormat, type Precision, wireFormat } from '@sightline/domain/parameters/dates.ts'
import { type Definition, isOptional, type Range } from '@sightline/domain/parameters/definition.ts'
import { dynamicValue, dynamicValues } from '@sightline/domain/parameters/dynamic.ts'
import { dynamicText } from '@sightline/domain/parameters/dynamic-text.ts'
import { typedDate } from '@sightline/domain/parameters/typed-date.ts'
import { IconBolt, IconCalendar, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useCalendar, useClock } from '../time-zone.tsx'
import { type ControlProps, emptyText, RANGE_SEPARATOR, valueText } from './options.ts'
import styles from './parameters.module.css'

/** A parameter that is a date, a date with a time of day, or a range of them. */
export default function DateControl(props: ControlProps) {
  const kind = dateKindOf(props.definition)
  if (kind === null) return null
  if (kind.isRange) return <RangeOfDates {...props} precision={kind.precision} />
  return <OneDate {...props} precision={kind.precision} />
}

interface DatesProps extends ControlProps {
  precision: Precision
}

function OneDate({ precision, ...props }: DatesProps) {
  const { value, dateFormat, onChange } = props
  const date = typeof value === 'string' && dynamicValue(props.definition, value) === null ? value : null
  const common = usePickerProps(props, precision)
  return precision === 'day' ? (
    <DateInput
      {...common}
      value={date}
      onChange={onChange}
      dateParser={(typed) => typedDate(precision, typed, dateFormat)}
      aria-label={props.title}
    />
  ) : (
    <DateTimePicker {...common} {...timeOf(precision)} value={date} onChange={onChange} />
  )
}

function RangeOfDates({ precision, ...props }: DatesProps) {
  const { value, onChange } = props
  // A range with only one end is not a value yet.
  const [begun, setBegun] = useState<string | null>(null)
  const range = typeof value === 'object' && !Array.isArray(value) ? value : null
  const ends: [string | null, string | null] = begun === null ? [range?.start ?? null, range?.end ?? null] : [begun, null]
  const common = usePickerProps(props, precision)
  const change = ([start, end]: [string | null, string | null]) => {
    setBegun(end === null ? start : null)
    if (start !== null && end !== null) onChange({ start, end } satisfies Range)
    // Closing the calendar after the first end clears the picker; the range then stays as it was.
    else if (start === null && begun === null) onChange(null)
  }
  const picker = { ...common, type: 'range', value: ends, onChange: change, allowSingleDateInRange: true } as const
  return precision === 'day' ? (
    <DatePickerInput {...picker} labelSeparator={RANGE_SEPARATOR} />
  ) : (
    <DateTimePicker {...picker} {...timeOf(precision)} labelSeparator={RANGE_SEPARATOR} />
  )
}

const timeOf = (precision: Precision) => ({
  withSeconds: precision === 'second',
  timePickerProps: { hoursInputLabel: 'Hour', minutesInputLabel: 'Minute', secondsInputLabel: 'Second' },
  endTimePickerProps: { hoursInputLabel: 'End hour', minutesInputLabel: 'End minute', secondsInputLabel: 'End second' },
  submitButtonProps: { 'aria-label': 'Close the calendar' },
})

const noDays: DayOfWeek[] = []
const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

/** Characters of a date of this precision, or of a range. */
function dateWidth(precision: Precision, definition: Definition): number {
  const one = wireFormat(precision).length
  return dateKindOf(definition)?.isRange ? 2 * one + RANGE_SEPARATOR.length + 2 : one
}

/** The props that all date pickers share. */
function usePickerProps(props: ControlProps, precision: Precision) {
  const { id, title, definition, value, size, dateFormat } = props
  const { weekStart } = useCalendar()
  const dynamic = dynamicValue(definition, value)
  return {
    id,
    size,
    className: styles.date,
    // As wide as its text, with the icons at both ends.
    w: `calc(${dateWidth(precision, definition)}ch + 76px)`,
    'aria-label': `${title}: ${valueText(definition, value, null, dateFormat) || emptyText(definition).toLowerCase()}`,
    classNames: dynamic === null ? {} : { input: styles.dynamic, placeholder: styles.dynamic },
    valueFormat: inputFormat(precision, dateFormat),
    placeholder: dynamic?.label ?? emptyText(definition),
    leftSection: <IconCalendar size={14} stroke={1.75} />,
    leftSectionPointerEvents: 'none',
    rightSection: <DynamicMenu title={title} definition={definition} value={value} onChange={props.onChange} />,
    clearable: isOptional(definition),
    clearButtonProps: { 'aria-label': `Clear ${title}` },
    firstDayOfWeek: weekStart,
    // Weekends are not red, which is reserved for errors. Days of other months would be unreadable on the background of a range.
    weekendDays: noDays,
    hideOutsideDates: true,
    ariaLabels: calendarLabels,
  } as const
}

/** The menu of dynamic values, such as today, which become dates when the query runs. */
export function DynamicMenu({
  title,
  definition,
  value,
  onChange,
}: Pick<ControlProps, 'title' | 'definition' | 'value' | 'onChange'>) {
  const values = dynamicValues(definition)
  const isDynamic = values.some(({ key }) => key === value)
  const now = useClock()()
  return (
    <Menu position="bottom-end">
      <Tooltip label="Dynamic values">
        <Menu.Target>
          <ActionIcon
            size="xs"
            aria-label={`Dynamic values of ${title}`}
            className={styles.bolt}
            data-on={isDynamic || undefined}
          >
            <IconBolt size={14} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {values
          .filter(({ key, isOffered }) => isOffered || key === value)
          .map(({ key, label }) => (
            <Menu.RadioItem
              key={key}
              value={key}
              checked={key === value}
              checkIcon={<IconCheck size={14} stroke={2} />}
              closeMenuOnClick
              onChange={onChange}
            >
              {label} <span className={styles.dates}>{dynamicText(definition, key, now)}</span>
            </Menu.RadioItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
