import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Radio, Select, TextInput, Tooltip } from '@mantine/core'
import {
  type Mapping,
  mappableTo,
  newKeywordProblem,
  sourceOf,
  type ValueSource,
  valueSources,
} from '@sightline/domain/dashboards/mappings.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { applyPending, isUnreadable } from '@sightline/domain/parameters/pending.ts'
import { type FormEvent, useState } from 'react'
import { useClientConfig } from '../../../app/session.ts'
import type { OptionsByName } from '../../../ui/parameters/options.ts'
import { ParameterField } from '../../../ui/parameters/ParameterField.tsx'
import styles from './mapping.module.css'
import { sourceNames } from './mapping-list.ts'

/** Characters of a parameter's title on the dashboard. */
const MAX_TITLE_LENGTH = 100

interface TitleFormProps {
  /** '' for the default. */
  title: string
  /** The parameter's own title. */
  defaultTitle: string
  onSave(title: string): void
  onCancel(): void
}

/** Edits the title of a parameter on the dashboard. Nothing changes before OK. */
export function TitleForm({ title, defaultTitle, onSave, onCancel }: TitleFormProps) {
  const [typed, setTyped] = useState(title)
  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSave(typed.trim())
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <TextInput
        label={t`Title`}
        placeholder={defaultTitle}
        value={typed}
        maxLength={MAX_TITLE_LENGTH}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button variant="default" size="sm" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" size="sm">
          <Trans>OK</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Characters of a parameter's keyword. */
const MAX_KEYWORD_LENGTH = 255
const NOTHING_TO_MAP_TO = t`There are no dashboard parameters corresponding to this data type`

interface SourceFormProps {
  definition: Definition
  mapping: Mapping
  /** Types of the other dashboard parameters, by name. */
  known: ReadonlyMap<string, string>
  /** The names of the widgets that use each dashboard parameter. */
  users: ReadonlyMap<string, readonly string[]>
  options: OptionsByName
  onSave(mapping: Mapping): void
  onCancel(): void
}

/** Chooses where a widget takes the value of a parameter from. Nothing changes before OK. */
export function SourceForm({ definition, mapping, known, users, options, onSave, onCancel }: SourceFormProps) {
  const { dateFormat } = useClientConfig()
  const offered = mappableTo(definition, known)
  const before = sourceOf(mapping, known)
  const [source, setSource] = useState<ValueSource>(before)
  const [keyword, setKeyword] = useState(before === 'new' ? mapping.mapTo : definition.name)
  const [existing, setExisting] = useState(before === 'existing' ? mapping.mapTo : (offered[0] ?? ''))
  // The query's default is the value that most people want to fix.
  const [fixed, setFixed] = useState<Definition>({
    ...definition,
    value: before === 'static' ? mapping.value : definition.value,
  })
  const [problem, setProblem] = useState<string | null>(null)

  const save = (event: FormEvent) => {
    event.preventDefault()
    // The dialog around this form is a form too and must not be submitted.
    event.stopPropagation()
    const wrong = source === 'new' ? newKeywordProblem(keyword, known) : null
    setProblem(wrong)
    if (wrong !== null) return
    // Its field says why.
    if (source === 'static' && isUnreadable(fixed)) return
    const [applied] = applyPending([fixed])
    if (source === 'static') onSave({ ...mapping, type: 'static-value', value: applied?.value ?? null })
    else if (source === 'widget') onSave({ ...mapping, type: 'widget-level', value: null })
    else onSave({ ...mapping, type: 'dashboard-level', mapTo: source === 'new' ? keyword.trim() : existing, value: null })
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <Radio.Group
        label={t`Value Source`}
        value={source}
        onChange={(chosen) => setSource(valueSources.find((one) => one === chosen) ?? source)}
      >
        {valueSources.map((one) => {
          const isOff = one === 'existing' && offered.length === 0
          return (
            <Tooltip key={one} label={NOTHING_TO_MAP_TO} disabled={!isOff} multiline w={240}>
              <Radio
                size="xs"
                value={one}
                label={sourceNames[one]}
                disabled={isOff}
                aria-description={isOff ? NOTHING_TO_MAP_TO : undefined}
              />
            </Tooltip>
          )
        })}
      </Radio.Group>
      {source === 'new' && (
        <TextInput
          label={t`Keyword`}
          value={keyword}
          error={problem}
          maxLength={MAX_KEYWORD_LENGTH}
          onChange={(event) => setKeyword(event.currentTarget.value)}
        />
      )}
      {source === 'existing' && (
        <Select
          label={t`Key`}
          description={usersText(users.get(existing))}
          data={offered}
          value={existing}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(name) => setExisting(name ?? existing)}
        />
      )}
      {source === 'static' && (
        <div data-no-portal>
          <ParameterField definition={fixed} options={options} dateFormat={dateFormat} size="sm" onChange={setFixed} />
        </div>
      )}
      <div className={styles.buttons}>
        <Button variant="default" size="sm" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" size="sm">
          <Trans>OK</Trans>
        </Button>
      </div>
    </form>
  )
}

const usersText = (names: readonly string[] = []): string | null => (names.length === 0 ? null : t`Used by ${names.join(', ')}`)
