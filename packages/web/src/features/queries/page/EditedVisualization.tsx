import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { RunParameter } from '@sightline/contract/pictures.ts'
import type { ResultInfo } from '@sightline/contract/results.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { HelpLink } from '../../../app/help/HelpLink.tsx'
import type { HelpTopic } from '../../../app/help/help-topics.ts'
import { DiscardDialog } from '../../../ui/Dialog.tsx'
import type { WidthLimits } from '../../../ui/WidthHandle.tsx'
import { visualizationOf } from '../../../visualizations/registry.ts'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import type { Formats, OtherQueries } from '../../../visualizations/visualization.ts'
import type { VisualizationEditing } from './use-visualization-editing.ts'

const VisualizationEditor = lazy(async () => ({
  default: (await import('../../../visualizations/VisualizationEditor.tsx')).VisualizationEditor,
}))
const VisualizationPanel = lazy(async () => ({
  default: (await import('../../../visualizations/VisualizationPanel.tsx')).VisualizationPanel,
}))

/** Chooses a query whose rows are annotations. */
const QueryPicker: OtherQueries['Picker'] = lazy(async () => {
  const { QueryPicker: Picker } = await import('../parameters/QueryDropdownFields.tsx')
  return { default: (props) => <Picker {...props} without={null} error={null} /> }
})

const LIMITS: WidthLimits = { min: 300, max: 640, standard: 380 }

/** Where the settings of a visualization stand, and how wide they are beside the result. */
export interface PanelPlace {
  /** In pixels; null below the result, in windows without room beside it. */
  width: number | null
  setWidth(width: number): void
}

export function usePanelPlace(): PanelPlace {
  const isNarrow = useMediaQuery('(max-width: 1000px)', false, { getInitialValueInEffect: false })
  const [width, setWidth] = useLocalStorage({
    key: 'sightline-visualization-settings-width',
    defaultValue: LIMITS.standard,
    getInitialValueInEffect: false,
  })
  return { width: isNarrow ? null : width, setWidth }
}

interface EditedVisualizationProps {
  editing: VisualizationEditing
  place: PanelPlace
  queryName: string
  /** null while there is none. */
  result: ResultInfo | null
  /** The rows that the page shows. Pass a stable function while it reads the same ones. */
  loadData: LoadData
  /** Changes with the rows that `loadData` reads. */
  dataKey: string
  /** The filters of these rows. */
  filters: ReactNode
  formats: Formats
  /** Of the query, with the values of the result. Pass the same array while they do not change. */
  parameters: readonly RunParameter[]
}

/** The settings of the edited visualization, beside the result or full screen. */
export function EditedVisualization(props: EditedVisualizationProps) {
  const { editing, place, queryName, result, filters, ...rows } = props
  const { editor, isFullScreen, setIsFullScreen, cancel, question } = editing
  if (editor === null) return null
  const shared = {
    ...rows,
    editor,
    QueryPicker,
    onCancel: cancel,
    helpFor: (type: string) => <HelpLink topic={guideTo(type)} />,
  }
  return (
    <Suspense fallback={null}>
      {isFullScreen ? (
        <VisualizationEditor
          key={editor.of}
          {...shared}
          queryName={queryName}
          rowCount={result?.row_count ?? 0}
          filters={filters}
          onLeaveFullScreen={setIsFullScreen && (() => setIsFullScreen(false))}
          isAsking={question !== null}
        />
      ) : (
        <VisualizationPanel
          key={editor.of}
          {...shared}
          width={place.width}
          limits={LIMITS}
          onWidth={place.setWidth}
          onFullScreen={() => setIsFullScreen?.(true)}
        />
      )}
      {question !== null && <DiscardDialog onKeep={question.keep} onDiscard={question.discard} />}
    </Suspense>
  )
}

/** The page of the help about a visualization type. */
const guideTo = (type: string): HelpTopic => visualizationOf(type)?.guide ?? 'tables-and-figures'
