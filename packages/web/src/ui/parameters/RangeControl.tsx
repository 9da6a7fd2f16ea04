import { t } from '@lingui/core/macro'
import { CloseButton, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { isOptional } from '@sightline/domain/parameters/definition.ts'
import { dynamicValue } from '@sightline/domain/parameters/dynamic.ts'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { DatesPanel } from './DatesPanel.tsx'
import { type ControlProps, emptyText, valueText } from './options.ts'
import styles from './parameters.module.css'

/** A range of dates: a button that opens its dynamic values, inputs and calendar. */
export function RangeControl({ id, title, definition, value, size, dateFormat, onChange }: ControlProps) {
  const [isOpen, setIsOpen] = useState(false)
  const text = valueText(definition, value, null, dateFormat)
  return (
    <span className={styles.choice}>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
        middlewares={{ shift: { padding: 8 }, flip: true }}
      >
        <Popover.Target>
          <UnstyledButton
            id={id}
            className={styles.trigger}
            data-size={size}
            data-dynamic={dynamicValue(definition, value) !== null || undefined}
            aria-label={`${title}: ${text || emptyText(definition).toLowerCase()}`}
            onClick={() => setIsOpen((wasOpen) => !wasOpen)}
          >
            <IconCalendar size={14} stroke={1.75} className={styles.calendarIcon} aria-hidden />
            {text === '' ? (
              <span className={styles.nothing}>{emptyText(definition)}</span>
            ) : (
              <span className={styles.one}>{text}</span>
            )}
            <IconChevronDown size={14} stroke={1.75} className={styles.chevron} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={styles.datesDropdown} aria-label={title}>
          <DatesPanel
            title={title}
            definition={definition}
            value={value}
            dateFormat={dateFormat}
            onChange={onChange}
            onDone={() => setIsOpen(false)}
          />
        </Popover.Dropdown>
      </Popover>
      {isOptional(definition) && value !== null && (
        <Tooltip label={t`Clear ${title}`}>
          <CloseButton size="xs" aria-label={t`Clear ${title}`} onClick={() => onChange(null)} />
        </Tooltip>
      )}
    </span>
  )
}
