import type { ProblemKind } from '../../../src/capture/pages/page-data.ts';

export interface CameraContext {
  isSecure: boolean;
  hasCameraApi: boolean;
  isInApp: boolean;
}

/** Known before the camera is even asked for; null: go ahead. */
export function obstacle({ isSecure, hasCameraApi, isInApp }: CameraContext): ProblemKind | null {
  if (hasCameraApi) return null;
  if (!isSecure) return 'insecure';
  return isInApp ? 'in-app-browser' : 'no-camera';
}

/** What a failed getUserMedia means. Inside an app, a refusal is mostly the app's, not the customer's. */
export function cameraProblem(errorName: string, isInApp: boolean): ProblemKind {
  switch (errorName) {
    case 'NotAllowedError':
    case 'SecurityError':
    case 'PermissionDeniedError':
      return isInApp ? 'in-app-browser' : 'permission-denied';
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return isInApp ? 'in-app-browser' : 'no-camera';
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'camera-in-use';
    default:
      return 'trouble';
  }
}
