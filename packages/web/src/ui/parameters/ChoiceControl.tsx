import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloseButton, Combobox, Skeleton, Tooltip, UnstyledButton, useCombobox } from '@mantine/core'
import { localNumber } from '@sightline/domain/language/local.ts'
import { type Definition, isOptional, multiValuesOf } from '@sightline/domain/parameters/definition.ts'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import { type FocusEvent, useMemo, useRef, useState } from 'react'
import { type ChoiceLabels, ChoicePanel, choiceLabels } from './ChoicePanel.tsx'
import {
  type ControlProps,
  choiceName,
  chosenBy,
  displayName,
  emptyText,
  nameOf,
  type Options,
  tagText,
  valueWith,
} from './options.ts'
import styles from './parameters.module.css'

/** Tags shown before the rest is only counted. */
const SHOWN_TAGS = 3

interface ChoiceControlProps extends ControlProps {
  options: Options
  labels?: ChoiceLabels
}

/** A dropdown of a parameter or filter, for one choice or several. */
export function ChoiceControl({
  id,
  title,
  definition,
  value,
  options,
  size,
  labels = choiceLabels(definition),
  onChange,
}: ChoiceControlProps) {
  const dropdown = useRef<HTMLDivElement>(null)
  // Closing the dropdown ends the search. The list stays mounted, because the arrow keys open it at the chosen option.
  const [closings, setClosings] = useState(0)
  const combobox = useCombobox({
    onDropdownOpen() {
      combobox.focusSearchInput()
      combobox.updateSelectedOptionIndex('active', { scrollIntoView: true })
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setClosings((before) => before + 1)
    },
  })
  const isMultiple = multiValuesOf(definition) !== null
  const chosen = useMemo(() => chosenBy(definition, value, options), [definition, value, options])
  const submit = (picked: string) => {
    onChange(valueWith(definition, options.status === 'ready' ? options.choices : [], chosen, picked))
    if (isMultiple) return
    combobox.closeDropdown()
    combobox.focusTarget()
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
          <Tooltip label={t`Clear ${title}`}>
            <CloseButton size="xs" aria-label={t`Clear ${title}`} onClick={() => onChange(null)} />
          </Tooltip>
        )}
      </span>
      <Combobox.Dropdown ref={dropdown} className={styles.dropdown} onBlur={closeWhenLeft}>
        <ChoicePanel
          key={closings}
          title={title}
          definition={definition}
          value={value}
          options={options}
          labels={labels}
          combobox={combobox}
          onChange={onChange}
        />
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
    const required = options.status === 'missing' ? t`No options` : isMultiple ? t`None` : t`Choose`
    return <span className={styles.nothing}>{isOptional(definition) ? emptyText(definition) : required}</span>
  }
  if (!isMultiple) {
    const [value = ''] = chosen
    return <span className={styles.one}>{choiceName(definition, { value, name: nameOf(value, options) })}</span>
  }
  return (
    <>
      {chosen.slice(0, SHOWN_TAGS).map((value) => (
        <span key={value} className={styles.tag} title={nameOf(value, options)}>
          {tagText(displayName(nameOf(value, options)))}
        </span>
      ))}
      {chosen.length > SHOWN_TAGS && (
        <span className={styles.rest}>
          <Trans>+{localNumber(chosen.length - SHOWN_TAGS)} more</Trans>
        </span>
      )}
    </>
  )
}
