import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core'
import type { Group, GroupMapping } from '@sightline/contract/groups.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { groupsQuery } from '../groups/api.ts'
import { groupMappingsQuery, saveGroupMappings } from './api.ts'
import fieldset from './fieldset.module.css'
import styles from './GroupMappings.module.css'

/** Which groups of the identity provider become which groups here. It has its own button, since it is no setting of the form. */
export function GroupMappings() {
  const groups = useQuery(groupsQuery)
  const saved = useQuery(groupMappingsQuery)
  const error = groups.error ?? saved.error
  return (
    <fieldset className={fieldset.field} aria-describedby="group-mappings-description">
      <legend className={fieldset.label}>
        <Trans>Group mappings</Trans>
      </legend>
      <p id="group-mappings-description" className={fieldset.description}>
        <Trans>
          At each sign-in with one of the methods above, users join the mapped groups that the provider names, and leave all
          other mapped groups. Groups without a mapping stay as they are. The last admin stays an admin.
        </Trans>
      </p>
      {error !== null && <p role="alert">{messageOf(error) ?? t`The mappings could not be loaded.`}</p>}
      {groups.data !== undefined && saved.data !== undefined && <MappingRows saved={saved.data} groups={groups.data} />}
    </fieldset>
  )
}

/** A mapping that is being edited: its key stays the same while the row moves. */
interface Row {
  key: number
  value: string
  group: string | null
}

let lastKey = 0
const emptyRow = (): Row => ({ key: ++lastKey, value: '', group: null })
const rowOf = ({ value, group_id }: GroupMapping): Row => ({ key: ++lastKey, value, group: String(group_id) })

function MappingRows({ saved, groups }: { saved: readonly GroupMapping[]; groups: readonly Group[] }) {
  const [rows, setRows] = useState(() => saved.map(rowOf))
  const [isChecked, setChecked] = useState(false)
  const cache = useQueryClient()
  const save = useMutation({
    mutationFn: saveGroupMappings,
    onSuccess: async (mappings) => {
      setChecked(false)
      setRows(mappings.map(rowOf))
      await storeAnswer(cache, groupMappingsQuery.queryKey, mappings)
      notify.success(t`Group mappings saved. They apply at the next sign-in of each user.`)
    },
    onError: (error) => notify.error(t`Failed saving the group mappings.`, messageOf(error) ?? undefined),
  })
  const change = (key: number, fields: Partial<Row>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...fields } : row)))
  const mappings = rows.flatMap(({ value, group }) =>
    value.trim() === '' || group === null ? [] : [{ value: value.trim(), group_id: Number(group) }],
  )
  const isUnsaved = rows.length !== mappings.length || JSON.stringify(mappings) !== JSON.stringify(saved)
  const choices = groups.map(({ id, name }) => ({ value: String(id), label: name }))
  const submit = () => {
    setChecked(true)
    if (rows.length === mappings.length) save.mutate(mappings)
  }

  return (
    <>
      {rows.map(({ key, value, group }, index) => (
        <fieldset key={key} className={styles.row} aria-label={t`Mapping ${index + 1}`}>
          <TextInput
            label={t`Group of the provider`}
            value={value}
            maxLength={1024}
            onChange={(event) => change(key, { value: event.currentTarget.value })}
            error={isChecked && value.trim() === '' ? t`Enter the name or id that the provider sends.` : null}
          />
          <Select
            label={t`Group in Sightline`}
            data={choices}
            value={group}
            onChange={(chosen) => change(key, { group: chosen })}
            searchable
            nothingFoundMessage={t`No group has this name.`}
            error={isChecked && group === null ? t`Choose a group.` : null}
          />
          <Tooltip label={t`Remove Mapping`}>
            <ActionIcon
              className={styles.remove}
              variant="subtle"
              aria-label={t`Remove mapping ${index + 1}`}
              onClick={() => setRows((now) => now.filter((row) => row.key !== key))}
            >
              <IconTrash size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </fieldset>
      ))}
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => setRows((now) => [...now, emptyRow()])}
        >
          <Trans>Add Mapping</Trans>
        </Button>
        <Button variant="default" loading={save.isPending} disabled={!isUnsaved} onClick={submit}>
          <Trans>Save Mappings</Trans>
        </Button>
        {isUnsaved && (
          <span className={fieldset.description}>
            <Trans>Unsaved mappings.</Trans>
          </span>
        )}
      </div>
    </>
  )
}
