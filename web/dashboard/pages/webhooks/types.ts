import type { z } from 'zod';
import type {
  deliveryDetailSchema,
  endpointDetailSchema,
  endpointWithSecretSchema,
  secretSchema,
  testResultSchema,
  WireAttempt,
  WireDelivery,
  WireEndpoint,
} from '../../../../src/webhooks/web-schema.ts';

export type Endpoint = WireEndpoint;
export type Delivery = WireDelivery;
export type Attempt = WireAttempt;
export type EndpointDetail = z.infer<typeof endpointDetailSchema>;
export type EndpointWithSecret = z.infer<typeof endpointWithSecretSchema>;
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;
export type TestResult = z.infer<typeof testResultSchema>;
export type Secrets = z.infer<typeof secretSchema>;
