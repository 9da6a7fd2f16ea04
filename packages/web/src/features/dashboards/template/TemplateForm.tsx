import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { MAX_DASHBOARD_NAME_LENGTH } from '@sightline/contract/dashboards.ts'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import { mismatch, sourcesOfTemplate } from '@sightline/domain/dashboards/template.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { Notice } from '../../../ui/Notice.tsx'
import styles from '../creation.module.css'
import { copyTemplate, type Template } from './copy-template.ts'

interface TemplateFormProps {
  template: Template
  /** The data sources of the user. */
  sources: readonly DataSource[]
}

/** Chooses a data source for each one of a template, and makes the new dashboard. */
export function TemplateForm({ template, sources }: TemplateFormProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(template.dashboard.name)
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const [isSaving, setIsSaving] = useState(false)
  const parts = sourcesOfTemplate(template.queries, sources)
  if ('problem' in parts)
    return <Notice icon={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}>{parts.problem}</Notice>

  const usable = sources.filter(({ view_only }) => view_only !== true)
  const rows = parts.map((part) => {
    const target = usable.find(({ id }) => id === (chosen.get(part.source.id) ?? part.source.id)) ?? null
    return { ...part, target, problem: target && mismatch(part, target) }
  })
  const isComplete = name.trim() !== '' && rows.every(({ target, problem }) => target !== null && problem === null)
  const referring = template.queries.filter(({ query }) => /\b(?:cached_|param_)?query_\d+/.test(query ?? ''))

  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || isSaving) return
    setIsSaving(true)
    try {
      const targets = new Map(rows.flatMap(({ source, target }) => (target === null ? [] : [[source.id, target.id] as const])))
      const slug = await copyTemplate(template, targets, name.trim())
      void cache.invalidateQueries({ queryKey: ['dashboards', 'lists'] })
      await navigate({ to: '/dashboard/$slug', params: { slug } })
    } catch (error) {
      setIsSaving(false)
      notify.failure(error, t`The dashboard could not be created.`)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void create(event)}>
      <p className={styles.chosen}>
        <Trans>
          Template: <b>{template.dashboard.name}</b>
        </Trans>
      </p>
      <TextInput
        label={t`Dashboard Name`}
        value={name}
        maxLength={MAX_DASHBOARD_NAME_LENGTH}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {rows.map(({ source, queries, target, problem }) => (
        <Select
          key={source.id}
          label={t`Instead of ${source.name}`}
          description={`${source.type_name}, ${plural(queries.length, { one: '# query', other: '# queries' })}`}
          placeholder={t`Choose a data source`}
          searchable
          allowDeselect={false}
          value={target === null ? null : String(target.id)}
          error={problem}
          data={usable.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(id) => id !== null && setChosen((now) => new Map(now).set(source.id, Number(id)))}
        />
      ))}
      {referring.length > 0 && (
        <p className={styles.note}>
          <Trans>
            These queries read the results of other queries, and will still read those of the originals:{' '}
            {referring.map((query) => query.name).join(', ')}.
          </Trans>
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" loading={isSaving} disabled={!isComplete}>
          <Trans>Create Dashboard</Trans>
        </Button>
      </div>
    </form>
  )
}
