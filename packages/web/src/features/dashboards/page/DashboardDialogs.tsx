import { t } from '@lingui/core/macro'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import type { Places } from '@sightline/domain/dashboards/grid/place.ts'
import { MAX_SECTION_NAME_LENGTH, sectionName, sectionNameProblem, sectionText } from '@sightline/domain/dashboards/sections.ts'
import { lazy } from 'react'
import { LazyDialog } from '../../../app/LazyDialog.tsx'
import { dashboardParametersWithout } from '../mapping/mapping-list.ts'
import { addSection } from '../sections/section-actions.ts'
import type { ClickTarget } from '../widget/WidgetMenu.tsx'
import type { WidgetActions } from './changes.ts'
import { type DashboardRights, isPublic } from './rights.ts'

// Loaded on demand: looking at a dashboard needs none of them.
const AddWidgetDialog = lazy(async () => ({ default: (await import('./AddWidgetDialog.tsx')).AddWidgetDialog }))
const TextboxDialog = lazy(async () => ({ default: (await import('./TextboxDialog.tsx')).TextboxDialog }))
const ClickActionDialog = lazy(async () => ({ default: (await import('./ClickActionDialog.tsx')).ClickActionDialog }))
const NameDialog = lazy(async () => ({ default: (await import('./NameDialog.tsx')).NameDialog }))
const ParametersDialog = lazy(async () => ({ default: (await import('../mapping/ParametersDialog.tsx')).ParametersDialog }))

/** The open dialog: a new visualization, a textbox or a section (null for a new one), or the parameter mappings or the click action of a widget. */
export type DashboardDialog =
  | { kind: 'widget' }
  | { kind: 'textbox' | 'section'; widget: ShownWidget | null }
  | { kind: 'parameters'; widget: ShownWidget }
  | { kind: 'click action'; widget: ShownWidget; target: ClickTarget }

interface DashboardDialogsProps {
  dialog: DashboardDialog
  dashboard: Dashboard
  places: Places
  rights: DashboardRights
  widgets: WidgetActions
  onClose(): void
}

/** The dialogs that add or change a widget. */
export function DashboardDialogs({ dialog, dashboard, places, rights, widgets, onClose }: DashboardDialogsProps) {
  return (
    <LazyDialog onClose={onClose}>
      {dialog.kind === 'textbox' && (
        <TextboxDialog widget={dialog.widget} places={places} actions={widgets} onClose={onClose} />
      )}
      {dialog.kind === 'section' && (
        <NameDialog
          title={dialog.widget === null ? t`Add Section` : t`Rename Section`}
          action={dialog.widget === null ? t`Add to Dashboard` : t`Rename`}
          name={dialog.widget === null ? '' : sectionName(dialog.widget.text)}
          maxLength={MAX_SECTION_NAME_LENGTH}
          problemOf={sectionNameProblem}
          onSave={(name) =>
            dialog.widget === null
              ? addSection(widgets, places, name)
              : widgets.save(dialog.widget, { text: sectionText(name) })
          }
          onClose={onClose}
        />
      )}
      {dialog.kind === 'parameters' && (
        <ParametersDialog
          widget={dialog.widget}
          widgets={dashboard.widgets}
          onSave={(options) => widgets.save(dialog.widget, { options })}
          onClose={onClose}
        />
      )}
      {dialog.kind === 'click action' && (
        <ClickActionDialog
          widget={dialog.widget}
          target={dialog.target}
          parameters={dashboardParametersWithout(dashboard.widgets, null)}
          onSave={(options) => widgets.save(dialog.widget, { options })}
          onClose={onClose}
        />
      )}
      {dialog.kind === 'widget' && (
        <AddWidgetDialog
          widgets={dashboard.widgets}
          places={places}
          isPublic={isPublic(dashboard)}
          mayShare={rights.isOwner}
          onAdd={widgets.add}
          onClose={onClose}
        />
      )}
    </LazyDialog>
  )
}
