import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ComponentType, useMemo, useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Nothing } from '../Placeholders.tsx'
import type { ColumnData, RendererProps } from '../visualization.ts'
import { drawnData, drawnFormats } from './frame-protocol.ts'
import { declaredOptions, type PlugInOptions } from './options.ts'
import { type Failure, type FrameContent, PlugInFrame } from './PlugInFrame.tsx'
import styles from './PlugInView.module.css'
import { plugInIcon } from './plug-in-icon.tsx'

/** The renderer of a type: its script in a frame. */
export function plugInRenderer(plugIn: PlugInVisualization): ComponentType<RendererProps<PlugInOptions>> {
  const Icon = plugInIcon(plugIn.icon)
  return function PlugInRenderer({ data, ...props }) {
    if (data.kind !== 'columns' || data.total === 0) return <Nothing icon={Icon} reason={t`No data`} />
    return <PlugInView plugIn={plugIn} data={data} {...props} />
  }
}

interface PlugInViewProps extends Pick<RendererProps<PlugInOptions>, 'name' | 'options' | 'formats' | 'colorScheme'> {
  plugIn: PlugInVisualization
  data: ColumnData
}

/** A failed frame is removed, which also ends a script that would run forever. New data or options start it again. */
function PlugInView({ plugIn, name, options, data, formats, colorScheme }: PlugInViewProps) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const title = name || plugIn.name
  const content = useMemo(
    (): FrameContent => ({
      drawing: {
        name: title,
        options: declaredOptions(plugIn.options_schema, options),
        data: drawnData(data),
        formats: drawnFormats(formats),
      },
      formats,
      colorScheme,
    }),
    [plugIn, title, options, data, formats, colorScheme],
  )
  if (failure?.of === content)
    return (
      <div className={styles.failed} role="alert">
        <EmptyState
          icon={<IconAlertTriangle size={20} stroke={1.75} />}
          title={t`The plug-in could not draw this ${plugIn.name}.`}
          help={failure.message}
          action={
            <Button variant="default" size="sm" onClick={() => setFailure(null)}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      </div>
    )
  return <PlugInFrame title={title} scriptUrl={plugIn.script_url} content={content} onFailure={setFailure} />
}
