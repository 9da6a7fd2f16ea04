import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { MappingList } from './MappingList.tsx'
import styles from './mapping.module.css'
import { dashboardParametersWithout, mappedParameters, storedMappings, usersOfParameters } from './mapping-list.ts'

interface ParametersDialogProps {
  widget: ShownWidget
  /** All widgets of the dashboard. */
  widgets: readonly Widget[]
  /** @returns whether it was saved */
  onSave(options: ShownWidget['options']): Promise<boolean>
  onClose(): void
}

/** Maps the parameters of a widget. */
export function ParametersDialog({ widget, widgets, onSave, onClose }: ParametersDialogProps) {
  const query = widget.visualization?.query
  const [list, setList] = useState(() => mappedParameters(query?.options.parameters ?? [], widget.options.parameterMappings))
  const [isFormOpen, setIsFormOpen] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    const isSaved = await onSave({
      ...widget.options,
      parameterMappings: storedMappings(list, widget.options.parameterMappings),
    })
    setIsSaving(false)
    if (isSaved) onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={t`Parameters`} size={860} closeOnEscape={!isFormOpen}>
      <form onSubmit={(event) => void save(event)}>
        <MappingList
          queryId={query?.id ?? 0}
          list={list}
          dashboardParameters={dashboardParametersWithout(widgets, widget.id)}
          users={usersOfParameters(widgets, widget.id)}
          onChange={setList}
          onFormOpen={setIsFormOpen}
        />
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isSaving}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
