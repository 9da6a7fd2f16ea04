import { t } from '@lingui/core/macro'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { DateInput, DateTimePicker } from '@mantine/dates'
import { useElementSize } from '@mantine/hooks'
import { dateKindOf, inputFormat, type Precision, wireFormat } from '@sightline/domain/parameters/dates.ts'
import { isOptional } from '@sightline/domain/parameters/definition.ts'
import { dynamicValue, dynamicValues } from '@sightline/domain/parameters/dynamic.ts'
import { dynamicText } from '@sightline/domain/parameters/dynamic-text.ts'
import { isUnreadable } from '@sightline/domain/parameters/pending.ts'
import { typedDate } from '@sightline/domain/parameters/typed-date.ts'
import { IconBolt, IconCalendar, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useCalendarProps } from '../calendar-props.ts'
import { useClock } from '../time-zone.tsx'
import { type ControlProps, emptyText, valueText } from './options.ts'
import styles from './parameters.module.css'
import { RangeControl } from './RangeControl.tsx'
import { badDateText } from './TypedDate.tsx'

/** A parameter that is a date, a date with a time of day, or a range of them. */
export default function DateControl(props: ControlProps) {
  const kind = dateKindOf(props.definition)
  if (kind === null) return null
  if (kind.isRange) return <RangeControl {...props} />
  return <OneDate {...props} precision={kind.precision} />
}

/** Between an input and its calendar, in pixels. */
const CALENDAR_GAP = 8

interface DatesProps extends ControlProps {
  precision: Precision
}

function OneDate({ precision, ...props }: DatesProps) {
  const { value, dateFormat, onChange } = props
  const date = typeof value === 'string' && dynamicValue(props.definition, value) === null ? value : null
  const common = usePickerProps(props, precision)
  const isBad = isUnreadable(props.definition)
  // An unfinished date is not called wrong while it is typed.
  const [isTyping, setIsTyping] = useState(false)
  const isWrong = isBad && !isTyping
  const problem = useElementSize<HTMLSpanElement>()
  return precision === 'day' ? (
    <DateInput
      {...common}
      // The input keeps its text as long as the value stays empty, and drops it once null follows.
      value={isBad ? '' : date}
      onChange={onChange}
      dateParser={(typed) => typedDate(precision, typed, dateFormat)}
      aria-label={props.title}
      error={
        isWrong ? (
          <span ref={problem.ref} className={styles.problem}>
            {badDateText(precision, dateFormat)}
          </span>
        ) : undefined
      }
      // The message stays in sight between the input and its open calendar.
      popoverProps={{ offset: CALENDAR_GAP + (isWrong ? problem.height : 0) }}
      fixOnBlur={!isBad}
      // The calendar says nothing of a text that it cannot read, nor of one that was deleted.
      onInput={({ currentTarget: { value: typed } }) => {
        setIsTyping(true)
        onChange(typedDate(precision, typed, dateFormat) ?? typed)
      }}
      onKeyDown={(event) => event.key === 'Enter' && setIsTyping(false)}
      onBlur={() => setIsTyping(false)}
    />
  ) : (
    <DateTimePicker {...common} {...timeOf(precision)} value={date} onChange={onChange} />
  )
}

const timeOf = (precision: Precision) => ({
  withSeconds: precision === 'second',
  timePickerProps: { hoursInputLabel: t`Hour`, minutesInputLabel: t`Minute`, secondsInputLabel: t`Second` },
  submitButtonProps: { 'aria-label': t`Close the calendar` },
})

/** The props that all date pickers share. */
function usePickerProps(props: ControlProps, precision: Precision) {
  const { id, title, definition, value, size, dateFormat } = props
  const calendarProps = useCalendarProps()
  const dynamic = dynamicValue(definition, value)
  return {
    id,
    size,
    className: styles.date,
    // As wide as its text, with the icons at both ends.
    w: `calc(${wireFormat(precision).length}ch + 76px)`,
    'aria-label': `${title}: ${valueText(definition, value, null, dateFormat) || emptyText(definition).toLowerCase()}`,
    classNames: dynamic === null ? {} : { input: styles.dynamic, placeholder: styles.dynamic },
    valueFormat: inputFormat(precision, dateFormat),
    placeholder: dynamic?.label() ?? emptyText(definition),
    leftSection: <IconCalendar size={14} stroke={1.75} />,
    leftSectionPointerEvents: 'none',
    rightSection: <DynamicMenu title={title} definition={definition} value={value} onChange={props.onChange} />,
    clearable: isOptional(definition),
    clearButtonProps: { 'aria-label': t`Clear ${title}` },
    ...calendarProps,
  } as const
}

/** The menu of dynamic values, such as today, which become dates when the query runs. */
function DynamicMenu({
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
      <Tooltip label={t`Dynamic values`}>
        <Menu.Target>
          <ActionIcon
            size="xs"
            aria-label={t`Dynamic values of ${title}`}
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
              {label()} <span className={styles.dates}>{dynamicText(definition, key, now)}</span>
            </Menu.RadioItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
