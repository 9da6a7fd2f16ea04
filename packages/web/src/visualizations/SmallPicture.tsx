import type { ComponentProps } from 'react'
import { VisualizationView } from './VisualizationView.tsx'

interface SmallPictureProps extends Omit<ComponentProps<typeof VisualizationView>, 'place'> {
  /** The class of the frame. */
  frame: string | undefined
  /** The class of the drawing, which is larger than its frame and scaled down to it. */
  drawing: string | undefined
}

/** A visualization in small, which neither the keyboard nor a screen reader reaches: the control around it has its name. */
export function SmallPicture({ frame, drawing, ...view }: SmallPictureProps) {
  return (
    <div className={frame} data-small aria-hidden inert>
      <div className={drawing}>
        <VisualizationView {...view} place="widget" />
      </div>
    </div>
  )
}
