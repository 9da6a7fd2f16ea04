import { hasLiveValues } from '@sightline/domain/dashboards/text-tags.ts'
import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryReader } from '../../../results/result-reader.ts'
import { MaxAge } from '../../../results/run-query.ts'
import { savedQueryRun } from '../../../results/use-saved-query-run.ts'
import { Markdown } from '../../../ui/Markdown.tsx'
import { useClock } from '../../../ui/time-zone.tsx'
import { SCROLLER_ID, useNearViewport } from '../../../ui/use-near-viewport.ts'
import { type TextSurroundings, textRuns, useTextValues } from '../values/text-values.ts'
import { LiveText } from '../widget/LiveText.tsx'
import { TextWidget } from '../widget/TextWidget.tsx'
import type { PublicWidget } from './PublicVisualization.tsx'

interface PublicTextProps {
  widget: PublicWidget
  surroundings: TextSurroundings
  /** Seconds between two refreshes; null for none. */
  rate: number | null
}

/** A textbox of a public dashboard. */
export function PublicText({ widget: { text, options }, ...values }: PublicTextProps) {
  return (
    <TextWidget isEditing={false} editing={null} comments={null}>
      {hasLiveValues(options) ? <TextWithValues text={text} {...values} /> : <Markdown text={text} />}
    </TextWidget>
  )
}

/** Results are loaded once the text is near the viewport, with the same runs as those of the widgets. */
function TextWithValues({ text, surroundings, rate }: Omit<PublicTextProps, 'widget'> & { text: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(frame, SCROLLER_ID)
  const [clock] = useState(useClock())
  const runs = textRuns(text, surroundings)
  const results = useQueries({
    queries: runs.map(({ isReady, ...run }) => {
      const options = { maxAge: rate ?? MaxAge.any, isEnabled: isNear && isReady, refreshSeconds: rate }
      return savedQueryRun({ ...run, ...options }, clock)
    }),
  })
  const loaded = results.map(({ data, isError, isPlaceholderData }, place) => ({
    result:
      data === undefined || isPlaceholderData
        ? undefined
        : { first: data.first, reader: queryReader(runs[place]?.queryId ?? 0, data.parameters) },
    hasFailed: isError,
  }))
  const live = useTextValues(text, surroundings, loaded)
  return (
    <div ref={frame}>
      <LiveText text={text} live={live} />
    </div>
  )
}
