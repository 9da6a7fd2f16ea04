import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import { type Definition, isOptional, isPassedAsValue, titleOf, typeOf } from '@sightline/domain/parameters/definition.ts'
import { passingObstacle } from '@sightline/domain/parameters/pass-as-value.ts'
import { type ReactNode, useState } from 'react'
import styles from './TextParameterSwitches.module.css'

export interface TextParameterSwitchesProps {
  query: Pick<Query, 'name' | 'query' | 'options'> & { user: Pick<Query['user'], 'name'> }
  /** The language of the query text (`textLanguage`); null without a data source. */
  language: string | null
  mayEdit: boolean
  /** A link to the query, shown where its text or its settings have to be changed. */
  link: ReactNode
  /** Saves whether the text of a parameter is passed as a value. It reports failures itself. */
  onChange(name: string, isPassed: boolean): Promise<void>
}

/** For each parameter of a query that takes texts, whether they are passed as values, which makes the query safe to share. */
export function TextParameterSwitches({ onChange, ...shared }: TextParameterSwitchesProps) {
  const [saving, setSaving] = useState<string | null>(null)
  const change = async (name: string, isPassed: boolean) => {
    setSaving(name)
    await onChange(name, isPassed)
    setSaving(null)
  }
  const definitions = shared.query.options.parameters ?? []
  return definitions
    .filter(takesText)
    .map((definition) => (
      <TextParameterLine key={definition.name} definition={definition} saving={saving} onChange={change} {...shared} />
    ))
}

const takesText = (definition: Definition): boolean => ['text', 'text-pattern'].includes(typeOf(definition))

interface TextParameterLineProps extends TextParameterSwitchesProps {
  definition: Definition
  /** The name of the parameter that is being saved; null for none. */
  saving: string | null
}

/** The switch of one parameter, or why there is none. */
function TextParameterLine({ definition, query, language, mayEdit, link, saving, onChange }: TextParameterLineProps) {
  const { name } = definition
  const title = <strong>{titleOf(definition)}</strong>
  const queryName = <strong>{query.name}</strong>
  if (typeOf(definition) === 'text-pattern')
    return (
      <p className={styles.line}>
        <Trans>
          {title} of {queryName} takes texts of a pattern, which cannot be passed as values. {link}
        </Trans>
      </p>
    )
  if (!mayEdit)
    return (
      <p className={styles.line}>
        <Trans>
          Ask {query.user.name} to pass {title} of {queryName} as a value: only people who may edit this query can.
        </Trans>
      </p>
    )
  const isOn = isPassedAsValue(definition)
  // A parameter can always be switched off again.
  const obstacle = isOn ? null : obstacleTo(definition, query.query, language)
  return (
    <div className={styles.line}>
      <Switch
        label={
          <Trans>
            Pass {title} of {queryName} as a value
          </Trans>
        }
        description={obstacle ?? passedNote(definition)}
        checked={isOn}
        disabled={obstacle !== null || saving !== null}
        aria-busy={saving === name}
        onChange={(event) => void onChange(name, event.currentTarget.checked)}
      />
      {obstacle !== null && <div className={styles.link}>{link}</div>}
    </div>
  )
}

/** Says that readers cannot empty a shared search box; null if it is not passed as a value or may stay empty. */
const passedNote = (definition: Definition): string | null =>
  isPassedAsValue(definition) && !isOptional(definition)
    ? t`Nobody can empty it. To allow that, tick Optional in the settings of the parameter.`
    : null

/** Why a text cannot be passed as a value; null if it can. @param text of the query; null if it is hidden from the user */
const obstacleTo = (definition: Definition, text: string | null, language: string | null): string | null =>
  text === null ? t`You cannot see the text of this query.` : passingObstacle(definition, text, language)
