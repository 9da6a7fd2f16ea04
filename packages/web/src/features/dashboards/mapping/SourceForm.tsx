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
import { applyPending } from '@sightline/domain/parameters/pending.ts'
import { type FormEvent, useState } from 'react'
import { useClientConfig } from '../../../app/client-config.ts'
import type { OptionsByName } from '../../../ui/parameters/options.ts'
import { ParameterField } from '../../../ui/parameters/ParameterField.tsx'
import styles from './mapping.module.css'
import { sourceNames } from './mapping-list.ts'

/** Characters of the keyword of a parameter. */
const MAX_KEYWORD_LENGTH = 255
const NONE_TO_MAP_TO = 'There are no dashboard parameters corresponding to this data type'

interface SourceFormProps {
  definition: Definition
  mapping: Mapping
  /** Types of the dashboard's other parameters, by name. */
  known: ReadonlyMap<string, string>
  /** The names of the widgets that use them, by that of the parameter. */
  users: ReadonlyMap<string, readonly string[]>
  options: OptionsByName
  onSave(mapping: Mapping): void
  onCancel(): void
}

/** Chooses where a widget takes the value of a parameter from. Nothing counts before OK. */
export function SourceForm({ definition, mapping, known, users, options, onSave, onCancel }: SourceFormProps) {
  const { dateFormat } = useClientConfig()
  const offered = mappableTo(definition, known)
  const before = sourceOf(mapping, known)
  const [source, setSource] = useState<ValueSource>(before)
  const [keyword, setKeyword] = useState(before === 'new' ? mapping.mapTo : definition.name)
  const [existing, setExisting] = useState(before === 'existing' ? mapping.mapTo : (offered[0] ?? ''))
  // What the query begins with is what most people want to fix.
  const [fixed, setFixed] = useState<Definition>({
    ...definition,
    value: before === 'static' ? mapping.value : definition.value,
  })
  const [problem, setProblem] = useState<string | null>(null)

  const save = (event: FormEvent) => {
    event.preventDefault()
    // Dialogs are forms too, and theirs is not to be sent.
    event.stopPropagation()
    const wrong = source === 'new' ? newKeywordProblem(keyword, known) : null
    setProblem(wrong)
    if (wrong !== null) return
    const [applied] = applyPending([fixed])
    if (source === 'static') onSave({ ...mapping, type: 'static-value', value: applied?.value ?? null })
    else if (source === 'widget') onSave({ ...mapping, type: 'widget-level', value: null })
    else onSave({ ...mapping, type: 'dashboard-level', mapTo: source === 'new' ? keyword.trim() : existing, value: null })
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <Radio.Group
        label="Value Source"
        value={source}
        onChange={(chosen) => setSource(valueSources.find((one) => one === chosen) ?? source)}
      >
        {valueSources.map((one) => {
          const isOff = one === 'existing' && offered.length === 0
          return (
            <Tooltip key={one} label={NONE_TO_MAP_TO} disabled={!isOff} multiline w={240}>
              <Radio
                size="xs"
                value={one}
                label={sourceNames[one]}
                disabled={isOff}
                aria-description={isOff ? NONE_TO_MAP_TO : undefined}
              />
            </Tooltip>
          )
        })}
      </Radio.Group>
      {source === 'new' && (
        <TextInput
          label="Keyword"
          value={keyword}
          error={problem}
          maxLength={MAX_KEYWORD_LENGTH}
          onChange={(event) => setKeyword(event.currentTarget.value)}
        />
      )}
      {source === 'existing' && (
        <Select
          label="Key"
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
          Cancel
        </Button>
        <Button type="submit" size="sm">
          OK
        </Button>
      </div>
    </form>
  )
}

const usersText = (names: readonly string[] = []): string | null => (names.length === 0 ? null : `Used by ${names.join(', ')}`)
