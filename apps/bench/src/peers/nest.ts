import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { BillChanges, BillCreate, Credentials, LedgerQuery } from '@daybook/domain';
import {
  BadRequestException,
  Body,
  type CanActivate,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  ForbiddenException,
  Get,
  Headers,
  HttpCode,
  Injectable,
  Ip,
  Module,
  NotFoundException,
  Param,
  type PipeTransform,
  Post,
  Put,
  Query,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ZodType } from 'zod';
import * as service from './drizzle.ts';
import { ready } from './settings.ts';

// NestJS as people write it: controllers, a guard for the token, a pipe for zod.
class ZodPipe<T> implements PipeTransform<unknown, T> {
  readonly #schema: ZodType<T>;

  constructor(schema: ZodType<T>) {
    this.#schema = schema;
  }

  transform(value: unknown): T {
    const parsed = this.#schema.safeParse(value);
    if (!parsed.success) throw new BadRequestException(parsed.error.issues);
    return parsed.data;
  }
}

@Injectable()
class StaffGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    request.caller = await service.callerOf(request.headers.authorization);
    if (!request.caller) throw new UnauthorizedException();
    if (request.caller.role === 'User') throw new ForbiddenException();
    return true;
  }
}

const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest().caller,
);

function found<T>(data: T | undefined) {
  if (!data) throw new NotFoundException();
  return { success: true, data };
}

@Controller('bills')
@UseGuards(StaffGuard)
class BillsController {
  @Get()
  list(@Query(new ZodPipe(LedgerQuery)) query: LedgerQuery) {
    return service.listBills(query);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return found(await service.getBill(id));
  }

  @Post()
  @HttpCode(200)
  async create(@Caller() caller: service.Caller, @Body(new ZodPipe(BillCreate)) bill: BillCreate) {
    return found(await service.createBill(caller.id, bill));
  }

  @Put(':id')
  async update(
    @Caller() caller: service.Caller,
    @Param('id') id: string,
    @Body(new ZodPipe(BillChanges)) changes: BillChanges,
  ) {
    return found(await service.updateBill(caller.id, id, changes));
  }
}

@Controller('auth')
class AuthController {
  @Post()
  @HttpCode(200)
  async logIn(
    @Body(new ZodPipe(Credentials)) { username, password }: { username: string; password: string },
    @Headers('user-agent') userAgent: string | undefined,
    @Ip() address: string,
  ) {
    const login = await service.logIn(username, password, userAgent ?? '', address);
    if (!login) throw new UnauthorizedException();
    return { success: true, data: login };
  }
}

@Module({ controllers: [BillsController, AuthController], providers: [StaffGuard] })
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['error'],
});
await app.listen(0, '127.0.0.1');
ready(app.getHttpServer().address() as AddressInfo);
