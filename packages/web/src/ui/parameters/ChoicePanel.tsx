import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Combobox, type ComboboxStore } from '@mantine/core'
import { localNumber } from '@sightline/domain/language/local.ts'
import { type Definition, isOptional, multiValuesOf } from '@sightline/domain/parameters/definition.ts'
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type Choice, type ControlProps, choiceName, chosenBy, filterChoices, inOrder, type Options } from './options.ts'
import styles from './parameters.module.css'
import { useFoundChoices } from './use-found-choices.ts'

/** Options rendered at once; the others are found by searching. */
const SHOWN_CHOICES = 200
/** Longer lists get a search box. */
const FEW_CHOICES = 7

/** Texts of a dropdown, which differ outside of parameters. */
export interface ChoiceLabels {
  all: string
  none: string
  /** Shown if there are no options. */
  empty: string
}

const requiredLabels: ChoiceLabels = { all: t`All`, none: t`None`, empty: t`Choose` }
/** Without a choice an optional dropdown reads `All`, so its buttons have other names. */
const optionalLabels: ChoiceLabels = { all: t`Select All`, none: t`Clear`, empty: t`Choose` }

/** The texts of a dropdown of a parameter. */
export const choiceLabels = (definition: Definition): ChoiceLabels => (isOptional(definition) ? optionalLabels : requiredLabels)

interface ChoicePanelProps extends Pick<ControlProps, 'title' | 'definition' | 'value' | 'onChange'> {
  options: Options
  labels: ChoiceLabels
  /** The store of the `Combobox` around the panel, which reports the clicked option. */
  combobox: ComboboxStore
}

/** The options of a dropdown with its search box and buttons, as the dropdown and the sheet of narrow windows show them. */
export function ChoicePanel({ title, definition, value, options, labels, combobox, onChange }: ChoicePanelProps) {
  const [search, setSearch] = useState('')
  const isMultiple = multiValuesOf(definition) !== null
  const chosen = useMemo(() => new Set(chosenBy(definition, value, options)), [definition, value, options])
  const choices = options.status === 'ready' ? options.choices : []
  const further = useFoundChoices(options.status === 'ready' ? options.find : null, search)
  const found = useMemo(() => {
    const listed = filterChoices(choices, search)
    const isListed = new Set(listed.map(({ value }) => value))
    return [...listed, ...further.choices.filter(({ value }) => !isListed.has(value))]
  }, [choices, search, further.choices])
  if (options.status === 'loading') return null
  if (options.status === 'missing') return <Trouble text={options.text} retry={options.retry} />

  const shown = found.slice(0, SHOWN_CHOICES)
  const chooseFound = (areChosen: boolean) => {
    const wanted = new Set(chosen)
    for (const { value } of found) areChosen ? wanted.add(value) : wanted.delete(value)
    onChange(inOrder(choices, wanted))
  }
  return (
    <>
      {(isMultiple || choices.length > FEW_CHOICES) && (
        <Combobox.Search
          classNames={{ input: styles.search }}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            combobox.selectFirstOption()
          }}
          placeholder={t`Search...`}
          aria-label={t`Search ${title}`}
        />
      )}
      {isMultiple && (
        <div className={styles.allOrNone}>
          <Button variant="subtle" size="xs" onClick={() => chooseFound(true)}>
            {labels.all}
          </Button>
          <Button variant="subtle" size="xs" onClick={() => chooseFound(false)}>
            {labels.none}
          </Button>
          <span className={styles.count}>
            {localNumber(chosen.size)} {options.find === null ? t`of ${localNumber(choices.length)}` : t`chosen`}
          </span>
        </div>
      )}
      <Combobox.Options className={styles.options} aria-label={title} aria-multiselectable={isMultiple || undefined}>
        {shown.map((choice) => (
          <Option definition={definition} key={choice.value} choice={choice} isChosen={chosen.has(choice.value)} />
        ))}
        {found.length === 0 && (
          <Combobox.Empty>{further.isSearching ? t`Searching...` : t`Sorry, we couldn't find anything.`}</Combobox.Empty>
        )}
      </Combobox.Options>
      {found.length > shown.length && (
        <p className={styles.more}>
          <Trans>{localNumber(found.length - shown.length)} more: search to find them.</Trans>
        </p>
      )}
      {options.find !== null && search === '' && (
        <p className={styles.more}>
          <Trans>These are the first {localNumber(choices.length)} options: search to find the others.</Trans>
        </p>
      )}
      {further.hasFailed && (
        <p className={styles.more} role="alert">
          <Trans>The other options could not be searched.</Trans>
        </p>
      )}
    </>
  )
}

function Option({ definition, choice, isChosen }: { definition: Definition; choice: Choice; isChosen: boolean }) {
  return (
    <Combobox.Option value={choice.value} active={isChosen} aria-selected={isChosen} className={styles.option}>
      <IconCheck size={14} stroke={2} className={styles.check} data-on={isChosen || undefined} aria-hidden />
      <span>{choiceName(definition, choice)}</span>
    </Combobox.Option>
  )
}

function Trouble({ text, retry }: { text: string; retry: (() => void) | null }) {
  return (
    <div className={styles.trouble} role="status">
      <span>{text}</span>
      {retry !== null && (
        <Button variant="default" size="xs" leftSection={<IconRefresh size={14} stroke={1.75} />} onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
