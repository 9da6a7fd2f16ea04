import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import { type Definition, isPassedAsValue, titleOf, typeOf } from '@sightline/domain/parameters/definition.ts'
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

const HIDDEN_TEXT = t`You cannot see the text of this query.`

/** For each parameter of a query that takes texts, whether they are passed as values, which makes the query safe to share. */
export function TextParameterSwitches({ query, language, mayEdit, link, onChange }: TextParameterSwitchesProps) {
  const [saving, setSaving] = useState<string | null>(null)
  const definitions = query.options.parameters ?? []
  const change = async (name: string, isPassed: boolean) => {
    setSaving(name)
    await onChange(name, isPassed)
    setSaving(null)
  }
  return (
    <>
      {definitions.filter(takesText).map((definition) => {
        const { name } = definition
        const title = <strong>{titleOf(definition)}</strong>
        const queryName = <strong>{query.name}</strong>
        if (typeOf(definition) === 'text-pattern')
          return (
            <p key={name} className={styles.line}>
              <Trans>
                {title} of {queryName} takes texts of a pattern, which cannot be passed as values. {link}
              </Trans>
            </p>
          )
        if (!mayEdit)
          return (
            <p key={name} className={styles.line}>
              <Trans>
                Ask {query.user.name} to pass {title} of {queryName} as a value: only people who may edit this query can.
              </Trans>
            </p>
          )
        const isOn = isPassedAsValue(definition)
        const obstacle = isOn ? null : query.query === null ? HIDDEN_TEXT : passingObstacle(definition, query.query, language)
        return (
          <div key={name} className={styles.line}>
            <Switch
              label={
                <Trans>
                  Pass {title} of {queryName} as a value
                </Trans>
              }
              description={obstacle}
              checked={isOn}
              disabled={obstacle !== null || saving !== null}
              aria-busy={saving === name}
              onChange={(event) => void change(name, event.currentTarget.checked)}
            />
            {obstacle !== null && link}
          </div>
        )
      })}
    </>
  )
}

const takesText = (definition: Definition): boolean => ['text', 'text-pattern'].includes(typeOf(definition))
