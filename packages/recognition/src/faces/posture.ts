/** The pose of head and face. */
export type Pose = {
  /** Degrees, positive towards the person's own left. */
  readonly yaw?: number
  /** 1 is open, 0 is shut. */
  readonly eyes?: number
  /** 0 is shut, 1 is wide open. */
  readonly mouth?: number
}

export type Posture = Required<Pose>

export function postureOf(pose: Pose): Posture {
  return { yaw: pose.yaw ?? 0, eyes: pose.eyes ?? 1, mouth: pose.mouth ?? 0 }
}
