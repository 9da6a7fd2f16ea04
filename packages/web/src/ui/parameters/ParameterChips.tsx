import { Combobox, Drawer, UnstyledButton, useCombobox } from '@mantine/core'
import { dateKindOf } from '@sightline/domain/parameters/dates.ts'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { pendingCount, shownValue, withPending } from '@sightline/domain/parameters/pending.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { keepsToastsAbove } from '../toasts-above.ts'
import { ApplyButton } from './ApplyButton.tsx'
import { ChoicePanel, choiceLabels } from './ChoicePanel.tsx'
import { DynamicDates } from './DynamicDates.tsx'
import { chosenBy, emptyText, type Options, type OptionsByName, optionsOf, valueText, valueWith } from './options.ts'
import { ParameterField } from './ParameterField.tsx'
import styles from './parameters.module.css'

// Loaded on demand: calendars are large, and most queries have no dates.
const DatesPanel = lazy(() => import('./DatesPanel.tsx').then((module) => ({ default: module.DatesPanel })))

const aboveSheet = keepsToastsAbove('sheet')

interface ParameterChipsProps {
  definitions: readonly Definition[]
  options: OptionsByName
  dateFormat: string
  /** The parameter whose sheet is open; null for none. */
  openName: string | null
  onOpen(name: string | null): void
  onChange(definition: Definition): void
  /** Also closes the sheet. */
  onApply(): void
}

/** For narrow windows: a scrolling row of chips, each of which opens a sheet with the options, calendar or input of its parameter. */
export function ParameterChips({ definitions, options, dateFormat, openName, onOpen, onChange, onApply }: ParameterChipsProps) {
  const open = definitions.find(({ name }) => name === openName)
  const pending = pendingCount(definitions)
  return (
    <>
      <div className={styles.chips}>
        {definitions.map((definition) => (
          <UnstyledButton
            key={definition.name}
            className={styles.chip}
            data-pending={definition.pendingValue !== undefined || undefined}
            data-dates={dateKindOf(definition) !== null || undefined}
            aria-haspopup="dialog"
            onClick={() => onOpen(definition.name)}
          >
            <span>{titleOf(definition)}</span>{' '}
            <b>
              {valueText(definition, shownValue(definition), optionsOf(definition, options), dateFormat) ||
                emptyText(definition)}
            </b>
            <DynamicDates definition={definition} value={shownValue(definition)} dateFormat={dateFormat} />
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </UnstyledButton>
        ))}
      </div>
      {pending > 0 && <ApplyButton count={pending} onApply={onApply} />}
      <Drawer
        opened={open !== undefined}
        onClose={() => onOpen(null)}
        position="bottom"
        title={open && titleOf(open)}
        classNames={{ content: styles.sheetFrame, inner: styles.sheetPlace }}
      >
        <div className={styles.sheet}>
          {open && <SheetContent definition={open} options={options} dateFormat={dateFormat} onChange={onChange} />}
          <div ref={aboveSheet} className={styles.sheetFoot}>
            <ApplyButton count={pending} onApply={onApply} />
          </div>
        </div>
      </Drawer>
    </>
  )
}

function SheetContent({
  definition,
  options,
  dateFormat,
  onChange,
}: Pick<ParameterChipsProps, 'options' | 'dateFormat' | 'onChange'> & { definition: Definition }) {
  const ofDropdown = optionsOf(definition, options)
  const take = (typed: unknown) => onChange(withPending(definition, typed))
  if (ofDropdown !== null) return <SheetChoices definition={definition} options={ofDropdown} onChange={take} />
  if (dateKindOf(definition) !== null)
    return (
      <Suspense>
        <DatesPanel
          title={titleOf(definition)}
          definition={definition}
          value={shownValue(definition)}
          dateFormat={dateFormat}
          onChange={take}
          // The sheet stays until its value is applied.
          onDone={() => undefined}
        />
      </Suspense>
    )
  return <ParameterField definition={definition} options={options} dateFormat={dateFormat} size="md" onChange={onChange} />
}

function SheetChoices({
  definition,
  options,
  onChange,
}: {
  definition: Definition
  options: Options
  onChange(typed: unknown): void
}) {
  const combobox = useCombobox({ opened: true })
  const value = shownValue(definition)
  const choices = options.status === 'ready' ? options.choices : []
  const submit = (picked: string) => onChange(valueWith(definition, choices, chosenBy(definition, value, options), picked))
  return (
    <Combobox store={combobox} onOptionSubmit={submit}>
      <ChoicePanel
        title={titleOf(definition)}
        definition={definition}
        value={value}
        options={options}
        labels={choiceLabels(definition)}
        combobox={combobox}
        onChange={onChange}
      />
    </Combobox>
  )
}
