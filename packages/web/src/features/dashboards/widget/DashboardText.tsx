import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { hasLiveValues } from '@sightline/domain/dashboards/text-tags.ts'
import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { sessionReader } from '../../../results/result-reader.ts'
import { Markdown } from '../../../ui/Markdown.tsx'
import { SCROLLER_ID, useNearViewport } from '../../../ui/use-near-viewport.ts'
import { useWidgetComments } from '../comments/widget-comments.tsx'
import { runResultQuery } from '../page/runs.ts'
import { useDashboardContext } from '../values/dashboard-state.ts'
import { type TextValues, textRuns, useTextValues } from '../values/text-values.ts'
import { LiveText } from './LiveText.tsx'
import { TextWidget } from './TextWidget.tsx'
import type { WidgetEditing } from './WidgetMenu.tsx'

interface DashboardTextProps {
  widget: ShownWidget
  isEditing: boolean
  /** null if the user may not edit. */
  editing: WidgetEditing | null
}

/** A textbox of a dashboard, with the values of its tags if it has any. */
export function DashboardText({ widget, isEditing, editing }: DashboardTextProps) {
  const { text, options } = widget
  return (
    <TextWidget isEditing={isEditing} editing={editing} comments={useWidgetComments(widget)}>
      {hasLiveValues(options) ? <TextWithValues text={text} /> : <Markdown text={text} />}
    </TextWidget>
  )
}

/** Results are loaded once the text is near the viewport, as those of other widgets. */
function TextWithValues({ text }: { text: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const { loadsAll } = useDashboardContext()
  const isNear = useNearViewport(frame, SCROLLER_ID) || loadsAll
  const live = useDashboardTextValues(text, isNear)
  return (
    <div ref={frame}>
      <LiveText text={text} live={live} />
    </div>
  )
}

/** The values of the tags of a text for a signed-in user. @param isEnabled whether results may be loaded now */
export function useDashboardTextValues(text: string, isEnabled: boolean): TextValues {
  const surroundings = useDashboardContext()
  const { appliedAt } = surroundings.parameters
  const results = useQueries({
    queries: textRuns(text, surroundings).map(({ isReady, ...run }) => ({
      ...runResultQuery(run, appliedAt),
      enabled: isEnabled && isReady,
    })),
  })
  const loaded = results.map(({ data, isError }) => ({
    result: data && { first: data, reader: sessionReader },
    hasFailed: isError,
  }))
  return useTextValues(text, surroundings, loaded)
}
