import { Button, CloseButton, Combobox, Skeleton, Tooltip, UnstyledButton, useCombobox } from '@mantine/core'
import { type Definition, isOptional, multiValuesOf } from '@sightline/domain/parameters/definition.ts'
import { IconAlertCircle, IconCheck, IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { type FocusEvent, useMemo, useRef, useState } from 'react'
import {
  type Choice,
  type ControlProps,
  chosenBy,
  displayName,
  emptyText,
  filterChoices,
  nameOf,
  type Options,
  tagText,
} from './options.ts'
import styles from './parameters.module.css'

/** Options rendered at once; the others are found by searching. */
const SHOWN_CHOICES = 200
/** Longer lists get a search box. */
const FEW_CHOICES = 7
/** Tags shown before the rest is only counted. */
const SHOWN_TAGS = 3

interface ChoiceControlProps extends ControlProps {
  options: Options
  labels?: ChoiceLabels
}

/** Texts of the control, which differ outside of parameters. */
interface ChoiceLabels {
  all: string
  none: string
  /** Shown if there are no options. */
  empty: string
}

const requiredLabels: ChoiceLabels = { all: 'All', none: 'None', empty: 'Choose' }
/** Without a choice an optional dropdown reads `All`, so its buttons have other names. */
const optionalLabels: ChoiceLabels = { all: 'Select All', none: 'Clear', empty: 'Choose' }

/** A dropdown of a parameter or filter, for one choice or several. */
export function ChoiceControl({
  id,
  title,
  definition,
  value,
  options,
  size,
  labels = isOptional(definition) ? optionalLabels : requiredLabels,
  onChange,
}: ChoiceControlProps) {
  const [search, setSearch] = useState('')
  const dropdown = useRef<HTMLDivElement>(null)
  const combobox = useCombobox({
    onDropdownOpen() {
      combobox.focusSearchInput()
      combobox.updateSelectedOptionIndex('active', { scrollIntoView: true })
    },
    onDropdownClose: () => {
      setSearch('')
      combobox.resetSelectedOption()
    },
  })
  const isMultiple = multiValuesOf(definition) !== null
  const chosen = useMemo(() => chosenBy(definition, value, options), [definition, value, options])
  const chosenSet = useMemo(() => new Set(chosen), [chosen])
  const choices = options.status === 'ready' ? options.choices : []
  const found = useMemo(() => filterChoices(choices, search), [choices, search])
  const shown = found.slice(0, SHOWN_CHOICES)
  const isSearched = isMultiple || choices.length > FEW_CHOICES
  // The value keeps the order of the list, not the order of choosing.
  const choose = (isChosen: (choice: Choice) => boolean) => onChange(choices.filter(isChosen).map((choice) => choice.value))
  const isChosen = (choice: Choice) => chosenSet.has(choice.value)
  const chooseFound = (areChosen: boolean) => {
    const isFound = new Set(found)
    choose((choice) => (isFound.has(choice) ? areChosen : isChosen(choice)))
  }

  const close = () => {
    combobox.closeDropdown()
    combobox.focusTarget()
  }
  const submit = (picked: string) => {
    if (isMultiple) return choose((choice) => isChosen(choice) !== (choice.value === picked))
    onChange(picked)
    close()
  }
  const closeWhenLeft = ({ relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Node && dropdown.current?.contains(relatedTarget)
    if (relatedTarget !== null && !isInside && relatedTarget !== combobox.targetRef.current) combobox.closeDropdown()
  }

  return (
    <Combobox store={combobox} shadow="md" position="bottom-start" width="max-content" onOptionSubmit={submit}>
      <span className={styles.choice}>
        <Combobox.Target targetType="button" withExpandedAttribute>
          <UnstyledButton
            id={id}
            className={styles.trigger}
            data-size={size}
            data-trouble={options.status === 'missing' || undefined}
            aria-label={title}
            aria-busy={options.status === 'loading'}
            aria-description={options.status === 'missing' ? options.text : undefined}
            onClick={() => combobox.toggleDropdown()}
          >
            {options.status === 'missing' && <IconAlertCircle size={14} stroke={1.75} aria-hidden />}
            <Chosen definition={definition} chosen={chosen} options={options} labels={labels} />
            <IconChevronDown size={14} stroke={1.75} className={styles.chevron} aria-hidden />
          </UnstyledButton>
        </Combobox.Target>
        {isOptional(definition) && value !== null && (
          <Tooltip label={`Clear ${title}`}>
            <CloseButton size="xs" aria-label={`Clear ${title}`} onClick={() => onChange(null)} />
          </Tooltip>
        )}
      </span>
      <Combobox.Dropdown ref={dropdown} className={styles.dropdown} onBlur={closeWhenLeft}>
        {options.status === 'missing' && <Trouble text={options.text} retry={options.retry} />}
        {options.status === 'ready' && isSearched && (
          <Combobox.Search
            classNames={{ input: styles.search }}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              combobox.selectFirstOption()
            }}
            placeholder="Search..."
            aria-label={`Search ${title}`}
          />
        )}
        {isMultiple && options.status === 'ready' && (
          <div className={styles.allOrNone}>
            <Button variant="subtle" size="xs" onClick={() => chooseFound(true)}>
              {labels.all}
            </Button>
            <Button variant="subtle" size="xs" onClick={() => chooseFound(false)}>
              {labels.none}
            </Button>
            <span className={styles.count}>
              {chosen.length.toLocaleString('en')} of {choices.length.toLocaleString('en')}
            </span>
          </div>
        )}
        {options.status === 'ready' && (
          <Combobox.Options className={styles.options} aria-label={title} aria-multiselectable={isMultiple || undefined}>
            {shown.map((choice) => (
              <Option key={choice.value} choice={choice} isChosen={isChosen(choice)} />
            ))}
            {found.length === 0 && <Combobox.Empty>Sorry, we couldn't find anything.</Combobox.Empty>}
          </Combobox.Options>
        )}
        {found.length > shown.length && (
          <p className={styles.more}>{(found.length - shown.length).toLocaleString('en')} more: search to find them.</p>
        )}
        {options.status === 'ready' && options.note !== undefined && <p className={styles.more}>{options.note}</p>}
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface ChosenProps {
  definition: Definition
  chosen: readonly string[]
  options: Options
  labels: ChoiceLabels
}

function Chosen({ definition, chosen, options, labels }: ChosenProps) {
  const isMultiple = multiValuesOf(definition) !== null
  if (options.status === 'loading') return <Skeleton component="span" display="inline-block" height={10} width={64} />
  if (options.status === 'ready' && options.choices.length === 0) return <span className={styles.nothing}>{labels.empty}</span>
  if (chosen.length === 0) {
    const required = options.status === 'missing' ? 'No options' : isMultiple ? 'None' : 'Choose'
    return <span className={styles.nothing}>{isOptional(definition) ? emptyText(definition) : required}</span>
  }
  if (!isMultiple) return <span className={styles.one}>{displayName(nameOf(chosen[0] ?? '', options))}</span>
  return (
    <>
      {chosen.slice(0, SHOWN_TAGS).map((value) => (
        <span key={value} className={styles.tag} title={nameOf(value, options)}>
          {tagText(displayName(nameOf(value, options)))}
        </span>
      ))}
      {chosen.length > SHOWN_TAGS && (
        <span className={styles.rest}>+{(chosen.length - SHOWN_TAGS).toLocaleString('en')} more</span>
      )}
    </>
  )
}

function Option({ choice, isChosen }: { choice: Choice; isChosen: boolean }) {
  return (
    <Combobox.Option value={choice.value} active={isChosen} aria-selected={isChosen} className={styles.option}>
      <IconCheck size={14} stroke={2} className={styles.check} data-on={isChosen || undefined} aria-hidden />
      <span>{displayName(choice.name)}</span>
    </Combobox.Option>
  )
}

function Trouble({ text, retry }: { text: string; retry: (() => void) | null }) {
  return (
    <div className={styles.trouble} role="status">
      <span>{text}</span>
      {retry !== null && (
        <Button variant="default" size="xs" leftSection={<IconRefresh size={14} stroke={1.75} />} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
